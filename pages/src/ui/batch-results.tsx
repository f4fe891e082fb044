import { t } from '@lingui/core/macro';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import { useEffect, useRef } from 'react';

export interface Failure {
  readonly id: string;
  readonly message: string;
}

export interface BatchOutcome {
  /** The number of successful rows with their new status: "3 queued". */
  readonly done: string;
  readonly doneCount: number;
  readonly failures: readonly Failure[];
}

interface BatchResultsProps {
  /** Nothing is shown without it. */
  readonly outcome: BatchOutcome | undefined;
  readonly onClose: () => void;
}

/** The results of an action on several rows: how many succeeded, and why the others failed. It takes the focus. */
export const BatchResults = ({ outcome, onClose }: BatchResultsProps) => {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus();
  }, [outcome]);
  if (outcome === undefined) return null;
  const { done, doneCount, failures } = outcome;
  const severity = failures.length === 0 ? 'success' : doneCount === 0 ? 'error' : 'warning';
  return (
    <Alert
      ref={box}
      tabIndex={-1}
      severity={severity}
      onClose={onClose}
      closeText={t`Close the results`}
      sx={{ mb: 2, '& .MuiAlert-message': { minWidth: 0, flex: 1 } }}
    >
      <AlertTitle sx={{ mb: failures.length === 0 ? 0 : undefined }}>
        {failures.length === 0 ? done : t`${done}, ${failures.length} failed`}
      </AlertTitle>
      {failures.length > 0 && (
        <Box
          component="ul"
          sx={{ m: 0, pl: 2.5, maxHeight: 240, overflow: 'auto' }}
          tabIndex={0}
          aria-label={t`Failed`}
        >
          {failures.map(({ id, message }) => (
            <li key={id}>
              <strong>{id}</strong>: {message}
            </li>
          ))}
        </Box>
      )}
    </Alert>
  );
};
