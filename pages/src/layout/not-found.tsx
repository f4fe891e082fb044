import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';

import { Page } from '../ui/page';

export const NotFound = () => (
  <Page
    title={t`Page not found`}
    intro={t`There is no page at this address. It may have moved, or the address is not complete.`}
    actions={
      <Button component={Link} to="/" variant="contained">
        <Trans>Go to the overview</Trans>
      </Button>
    }
  />
);
