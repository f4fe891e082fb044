import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import type { PreviewDecisionDto } from '../api/openapi';
import { useMay } from '../api/roles';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { addDays } from '../ui/dates/calendar-days';
import { KeepActiveUntil } from '../ui/dates/keep-active-until';
import { todayIn } from '../ui/dates/relative-days';
import { useCalendar } from '../ui/time-zone';
import { type Decision, DECISIONS, type HoldDecision } from './decisions';
import { Preview, usePreview } from './preview';

/** The feed that was wrong is corrected by then, and who has really left does not stay for good. */
const USUAL_DAYS = 30;

interface DecideButtonsProps {
  readonly count: number;
  /** Whom the dialogs preview: a selection, or all of a run. Without it, the page has them in view already. */
  readonly of?: PreviewDecisionDto | undefined;
  /** Keys that press the buttons. */
  readonly keys?: Readonly<Record<Decision, string>>;
  readonly onDecide: (decision: HoldDecision) => Promise<void>;
}

const KeepHint = () => (
  <Trans>
    Up to this day feeds, uploads and identity providers do not de-provision them. Without a day, only this
    run does not: the next run takes their access again, up to the limits.
  </Trans>
);

/** De-provisions people or keeps them active, after a confirmation that says what it means. */
export const DecideButtons = ({ count, of, keys, onDecide }: DecideButtonsProps) => {
  const [asked, setAsked] = useState<Decision>('reject');
  const [open, setOpen] = useState(false);
  const today = todayIn(useCalendar().tenantZone, Date.now());
  const [until, setUntil] = useState('');
  const mayOperate = useMay('operate');
  const preview = usePreview(open ? of : undefined);
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
        setUntil(decision === 'reject' ? addDays(today, USUAL_DAYS) : '');
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
        // Not before it is said what it means; and a button that still moves would lose the click.
        isReady={of === undefined || !preview.isPending}
        onConfirm={() => onDecide({ decision: asked, ...(until === '' ? {} : { keepActiveUntil: until }) })}
        onClose={() => {
          setOpen(false);
        }}
      >
        <Typography>{meaning}</Typography>
        {asked === 'reject' && (
          <KeepActiveUntil value={until} today={today} hint={<KeepHint />} onChange={setUntil} />
        )}
        {of !== undefined && <Preview answer={preview} />}
      </ConfirmDialog>
    </>
  );
};
