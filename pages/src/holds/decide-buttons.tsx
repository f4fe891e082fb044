import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { ConfirmDialog } from '../ui/confirm-dialog';
import { usersInWords } from '../ui/words';
import { type Decision, DECISIONS } from './decisions';

interface DecideButtonsProps {
  readonly count: number;
  /** The run whose holds are decided; without it, the selected holds are. */
  readonly owner?: string;
  readonly onDecide: (decision: Decision) => Promise<void>;
}

/** Releases or rejects holds after a confirmation. */
export const DecideButtons = ({ count, owner, onDecide }: DecideButtonsProps) => {
  const [asked, setAsked] = useState<Decision>('reject');
  const [open, setOpen] = useState(false);
  const { label, meaning } = DECISIONS[asked];
  const buttonFor = (decision: Decision) => (
    <Button
      size="small"
      variant={decision === 'reject' ? 'outlined' : 'contained'}
      aria-label={owner === undefined ? undefined : `${DECISIONS[decision].label} all of ${owner}`}
      onClick={() => {
        setAsked(decision);
        setOpen(true);
      }}
    >
      {owner === undefined ? DECISIONS[decision].label : `${DECISIONS[decision].label} all`}
    </Button>
  );
  return (
    <>
      {buttonFor('release')}
      {buttonFor('reject')}
      <ConfirmDialog
        open={open}
        title={
          asked === 'release' ? `De-provision ${usersInWords(count)}?` : `Keep ${usersInWords(count)} active?`
        }
        confirm={label}
        danger={asked === 'release'}
        onConfirm={() => onDecide(asked)}
        onClose={() => {
          setOpen(false);
        }}
      >
        <Typography>{meaning}</Typography>
      </ConfirmDialog>
    </>
  );
};
