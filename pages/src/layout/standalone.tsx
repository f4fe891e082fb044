import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { type ReactNode, Suspense } from 'react';

import { PageLoading } from '../ui/page-loading';
import { OfflineNote } from './offline-note';

/** A page without the menu: login, invitation, no access. */
export const Standalone = ({ children }: { readonly children: ReactNode }) => (
  <Box
    component="main"
    sx={{
      minHeight: '100vh',
      bgcolor: 'background.default',
      display: 'flex',
      justifyContent: 'center',
      alignItems: 'flex-start',
      px: 2,
      pt: { xs: 4, sm: 10 },
      pb: 4,
    }}
  >
    <Paper variant="outlined" sx={{ width: '100%', maxWidth: 440, p: { xs: 3, sm: 4 }, minHeight: 320 }}>
      <OfflineNote />
      <Suspense fallback={<PageLoading />}>{children}</Suspense>
    </Paper>
  </Box>
);
