import { plural } from '@lingui/core/macro';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import type { PreviewDecisionDto } from '../api/openapi';
import { useMay } from '../api/roles';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { type Decision, DECISIONS } from './decisions';
import { Preview } from './preview';

interface DecideButtonsProps {
  readonly count: number;
  /** Whom the dialogs preview: a selection, or all of a run. Without it, the page has them in view already. */
  readonly of?: PreviewDecisionDto | undefined;
  /** Keys that press the buttons. */
  readonly keys?: Readonly<Record<Decision, string>>;
  readonly onDecide: (decision: Decision) => Promise<void>;
}

/** De-provisions people or keeps them active, after a confirmation that says what it means. */
export const DecideButtons = ({ count, of, keys, onDecide }: DecideButtonsProps) => {
  const [asked, setAsked] = useState<Decision>('reject');
  const [open, setOpen] = useState(false);
  const mayOperate = useMay('operate');
  if (!mayOperate) return null;
  const { label, meaning } = DECISIONS[asked];
  const run = of?.run;
  const buttonFor = (decision: Decision) => (
    <Button
      size="small"
      variant="outlined"
      color={decision === 'release' ? 'error' : 'primary'}
      aria-keyshortcuts={keys?.[decision]}
      aria-label={run === undefined ? undefined : DECISIONS[decision].ofRun(run)}
      onClick={() => {
        setAsked(decision);
        setOpen(true);
      }}
    >
      {run === undefined ? DECISIONS[decision].label : DECISIONS[decision].ofAll}
    </Button>
  );
  return (
    <>
      {buttonFor('reject')}
      {buttonFor('release')}
      <ConfirmDialog
        open={open}
        title={
          asked === 'release'
            ? plural(count, { one: 'De-provision # user?', other: 'De-provision # users?' })
            : plural(count, { one: 'Keep # user active?', other: 'Keep # users active?' })
        }
        confirm={label}
        danger={asked === 'release'}
        onConfirm={() => onDecide(asked)}
        onClose={() => {
          setOpen(false);
        }}
      >
        <Typography>{meaning}</Typography>
        {of !== undefined && <Preview of={of} />}
      </ConfirmDialog>
    </>
  );
};
