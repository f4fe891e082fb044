import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';

/** While a page's code or the session is on its way. */
export const PageLoading = () => (
  <Box role="status" sx={{ display: 'flex', justifyContent: 'center', py: 12 }}>
    <CircularProgress aria-label="Loading" />
  </Box>
);
