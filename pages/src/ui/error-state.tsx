import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { HttpError } from 'react-admin';

import { messageOf, type RefusalBody } from '../api/http';

interface ErrorStateProps {
  readonly error: unknown;
  readonly onRetry?: () => unknown;
}

/** Why something could not be loaded, with the request ID to look for in the log. */
export const ErrorState = ({ error, onRetry }: ErrorStateProps) => {
  const requestId = error instanceof HttpError ? (error.body as RefusalBody | null)?.requestId : undefined;
  return (
    <Alert
      severity="error"
      sx={{ my: 2 }}
      action={
        onRetry && (
          <Button
            color="inherit"
            size="small"
            onClick={() => {
              onRetry();
            }}
          >
            <Trans>Try again</Trans>
          </Button>
        )
      }
    >
      {messageOf(error)}
      {requestId !== undefined && ` (${t`request ${requestId}`})`}
    </Alert>
  );
};
