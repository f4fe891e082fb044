import { Trans } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';

import { IfMay } from '../api/roles';

/** Leads to where an administrator sends a file of people by hand. */
export const FileLink = () => (
  <IfMay act="administer">
    <Button component={Link} to="/files" variant="outlined">
      <Trans>Try a file of people</Trans>
    </Button>
  </IfMay>
);
