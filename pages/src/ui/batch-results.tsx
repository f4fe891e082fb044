import { t } from '@lingui/core/macro';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useRef, useState } from 'react';
import { useNotify, useRefresh } from 'react-admin';

import { messageOf } from '../api/http';

export interface Failure {
  readonly id: string;
  readonly message: string;
  /** How many rows it is about; one when it is not given. */
  readonly count?: number;
}

export interface BatchOutcome {
  /** The number of successful rows with their new status: "3 queued". */
  readonly done: string;
  readonly doneCount: number;
  readonly failures: readonly Failure[];
  /** Takes back what was done, and answers what became of that. */
  readonly undo?: () => Promise<BatchOutcome>;
  /** Does what is left, and answers what became of all of it. */
  readonly onContinue?: () => Promise<BatchOutcome>;
}

interface BatchResultsProps {
  /** Nothing is shown without it. */
  readonly outcome: BatchOutcome | undefined;
  readonly onClose: () => void;
  /** What an undo led to, or going on. */
  readonly onUndone?: (outcome: BatchOutcome) => void;
}

const FollowUp = ({
  label,
  act,
  onDone,
}: {
  readonly label: string;
  readonly act: () => Promise<BatchOutcome>;
  readonly onDone: (outcome: BatchOutcome) => void;
}) => {
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const notify = useNotify();
  return (
    <Button
      color="inherit"
      size="small"
      variant="outlined"
      loading={busy}
      sx={{ mt: 0.5, mr: 1 }}
      onClick={() => {
        setBusy(true);
        act()
          .then(onDone)
          .catch((error: unknown) => {
            notify(messageOf(error), { type: 'error' });
          })
          .finally(() => {
            setBusy(false);
            refresh();
          });
      }}
    >
      {label}
    </Button>
  );
};

/** The results of an action on several rows: how many succeeded, and why the others failed. It takes the focus. */
export const BatchResults = ({ outcome, onClose, onUndone }: BatchResultsProps) => {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus();
  }, [outcome]);
  if (outcome === undefined) return null;
  const { done, doneCount, failures, undo, onContinue } = outcome;
  const failed = failures.reduce((sum, { count = 1 }) => sum + count, 0);
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
        {failures.length === 0 ? done : t`${done}, ${failed} failed`}
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
      {undo !== undefined && onUndone !== undefined && doneCount > 0 && (
        <FollowUp label={t`Undo`} act={undo} onDone={onUndone} />
      )}
      {onContinue !== undefined && onUndone !== undefined && (
        <FollowUp label={t`Go on`} act={onContinue} onDone={onUndone} />
      )}
    </Alert>
  );
};
