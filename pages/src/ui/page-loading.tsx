import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';

/** Shown while a page's code or the session is loading. */
export const PageLoading = () => (
  <Box role="status" sx={{ display: 'flex', justifyContent: 'center', py: 12 }}>
    <CircularProgress aria-label={t`Loading`} />
  </Box>
);
