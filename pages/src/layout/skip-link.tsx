import { Trans } from '@lingui/react/macro';
import Link from '@mui/material/Link';

import { MAIN } from '../ui/use-heading';

/** The first stop of the Tab key. It is a button, as `#main-content` would be a route of the hash router. */
export const SkipLink = () => (
  <Link
    component="button"
    type="button"
    onClick={() => document.getElementById(MAIN)?.focus()}
    sx={{
      position: 'absolute',
      left: 8,
      top: -48,
      zIndex: 'tooltip',
      px: 2,
      py: 1,
      bgcolor: 'background.paper',
      borderRadius: 1,
      '&:focus': { top: 8 },
    }}
  >
    <Trans>Skip to the content</Trans>
  </Link>
);
