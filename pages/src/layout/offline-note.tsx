import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useIsOffline } from 'react-admin';

import { HEADER_HEIGHT } from '../ui/bars';

/** Shown while the service cannot be reached, over every page. */
export const OfflineNote = () => {
  const isOffline = useIsOffline();
  return (
    <Box
      // Not a status: a screen reader would stop at it on every page, though it is empty.
      aria-live="polite"
      sx={{ position: 'sticky', top: HEADER_HEIGHT, zIndex: 'appBar', displayPrint: 'none' }}
    >
      {isOffline && (
        <Alert severity="warning" square>
          {navigator.onLine ? (
            <Trans>The service cannot be reached. This page goes on by itself.</Trans>
          ) : (
            <Trans>You are offline. This page goes on by itself.</Trans>
          )}
        </Alert>
      )}
    </Box>
  );
};
