import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { ConfirmDialog } from '../ui/confirm-dialog';
import { peopleInWords } from '../ui/words';
import { type Decision, DECISIONS } from './decisions';

interface DecideButtonsProps {
  readonly people: number;
  /** What they belong to, when the page has several such buttons. */
  readonly owner?: string;
  readonly onDecide: (decision: Decision) => Promise<void>;
}

/** Releases or rejects; asks first. */
export const DecideButtons = ({ people, owner, onDecide }: DecideButtonsProps) => {
  const [asked, setAsked] = useState<Decision>('reject');
  const [open, setOpen] = useState(false);
  const { label, meaning } = DECISIONS[asked];
  const buttonFor = (decision: Decision) => (
    <Button
      size="small"
      variant={decision === 'reject' ? 'outlined' : 'contained'}
      aria-label={owner === undefined ? undefined : `${DECISIONS[decision].label} ${owner}`}
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
          asked === 'release'
            ? `De-provision ${peopleInWords(people)}?`
            : `Keep ${peopleInWords(people)} active?`
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
