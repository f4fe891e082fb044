import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { ConfirmDialog } from '../ui/confirm-dialog';
import { type Decision, DECISIONS, peopleInWords } from './model';

interface DecideButtonsProps {
  readonly people: number;
  /** Whose they are, when there are several such buttons on the page. */
  readonly of?: string;
  readonly onDecide: (decision: Decision) => Promise<void>;
}

/** Releases or rejects; asks first. */
export const DecideButtons = ({ people, of, onDecide }: DecideButtonsProps) => {
  const [asked, setAsked] = useState<Decision>('reject');
  const [open, setOpen] = useState(false);
  const { label, meaning } = DECISIONS[asked];
  const buttonFor = (decision: Decision) => (
    <Button
      size="small"
      variant={decision === 'reject' ? 'outlined' : 'contained'}
      aria-label={of === undefined ? undefined : `${DECISIONS[decision].label} ${of}`}
      onClick={() => {
        setAsked(decision);
        setOpen(true);
      }}
    >
      {of === undefined ? DECISIONS[decision].label : `${DECISIONS[decision].label} all`}
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
