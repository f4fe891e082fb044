import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useEffect, useEffectEvent, useState } from 'react';

import type { RunPageDto } from '../api/openapi';
import { RunLink } from '../ui/run-link';
import { TextInput } from '../ui/text-input';
import { grouped } from '../ui/words';
import { UndoExceptions } from './undo-exceptions';
import type { UndoSummary } from './undo-lines';
import { SubmitButton } from '../ui/form';
import { DialogForm } from '../ui/form-dialog';
import { useSubmit } from '../ui/use-submit';
import { isPart, PartSentence, titleOf } from './undo-part';
import { type UndoPart, useUndo } from './use-undo';

/** A run whose last call is younger may still be going on. */
const JUST_NOW_MS = 5 * 60_000;

/** What the dialog needs of the run. */
type UndoneRun = Pick<RunPageDto, 'name' | 'lastCallAt'>;

interface UndoDialogProps {
  readonly run: UndoneRun;
  /** All of the run without it. */
  readonly part?: UndoPart;
  /** About so many people are looked at. */
  readonly people: number;
  /** Gets whether the undo has come to its end. */
  readonly onClose: (isDone: boolean) => void;
}

const Progress = ({
  label,
  people,
  of,
}: {
  readonly label: string;
  readonly people: number;
  readonly of: number;
}) => (
  <Box sx={{ my: 1 }}>
    <Typography role="status">
      {label}{' '}
      {plural(Math.max(of, people), {
        one: `${grouped(people)} of about # user`,
        other: `${grouped(people)} of about # users`,
      })}
    </Typography>
    <LinearProgress
      aria-label={label}
      sx={{ mt: 1 }}
      {...(people === 0
        ? { variant: 'indeterminate' }
        : { variant: 'determinate', value: Math.min(100, (people / Math.max(1, of)) * 100) })}
    />
  </Box>
);

const Totals = ({ summary, isDone }: { readonly summary: UndoSummary; readonly isDone: boolean }) => {
  const { people, putBack, fields, deprovisioned, restored, kept, taken } = summary.totals;
  return (
    <>
      <Typography sx={{ fontWeight: 650 }}>
        {isDone
          ? plural(putBack, {
              one: `# user of ${grouped(people)} was put back`,
              other: `# users of ${grouped(people)} were put back`,
            })
          : plural(putBack, {
              one: `# user of ${grouped(people)} would be put back`,
              other: `# users of ${grouped(people)} would be put back`,
            })}
      </Typography>
      <Box component="ul" sx={{ mt: 0.5, mb: 0, pl: 2.5 }}>
        <li>
          {isDone
            ? plural(fields, {
                one: '# field went back to the value before the run',
                other: '# fields went back to the value before the run',
              })
            : plural(fields, {
                one: '# field would go back to the value before the run',
                other: '# fields would go back to the value before the run',
              })}
        </li>
        <li>
          <Trans>
            {grouped(restored)} restored, {grouped(deprovisioned)} de-provisioned
          </Trans>
        </li>
        {kept > 0 && (
          <li>
            <Plural
              value={kept}
              one="# field stays, because it was changed since"
              other="# fields stay, because they were changed since"
            />
          </li>
        )}
        {taken > 0 && (
          <li>
            <Plural
              value={taken}
              one="# field stays, because another user has the former value"
              other="# fields stay, because another user has the former value"
            />
          </li>
        )}
      </Box>
      <UndoExceptions summary={summary} />
    </>
  );
};

const WHOLE: UndoPart = {};

/** Previews the undo of a run or of a part of it, asks for the name of the run, undoes it and shows the result. */
export const UndoDialog = ({ run, part: asked = WHOLE, people, onClose }: UndoDialogProps) => {
  // The part of a list follows the filters in the address; what is undone is what was previewed.
  const [part] = useState(asked);
  const [typed, setTyped] = useState('');
  const preview = useUndo(run.name, 'GET', part);
  const undo = useUndo(run.name, 'POST', part);
  const looking = useSubmit(preview.begin);
  const submission = useSubmit(undo.begin);
  const look = useEffectEvent(looking.submit);
  useEffect(() => {
    void look();
  }, [run.name]);
  const isTyped = typed === run.name || part.userIds !== undefined;
  const mayUndo = isTyped && (preview.summary?.totals.putBack ?? 0) > 0;
  const isDone = undo.summary !== undefined;
  const close = () => {
    onClose(isDone);
  };
  return (
    <DialogForm
      title={titleOf(run.name, part, isDone)}
      submission={{ ...submission, message: submission.message ?? looking.message }}
      onClose={close}
      actions={
        <>
          <Button onClick={close} disabled={undo.isBusy}>
            {isDone ? t`Close` : t`Cancel`}
          </Button>
          {!isDone && (
            <SubmitButton color="error" disabled={!mayUndo}>
              {isPart(part) ? <Trans>Undo these changes</Trans> : <Trans>Undo the run</Trans>}
            </SubmitButton>
          )}
        </>
      }
    >
      {preview.isBusy && (
        <Progress label={t`Looking at what changed since:`} people={preview.people} of={people} />
      )}
      {undo.isBusy && <Progress label={t`Putting back:`} people={undo.people} of={people} />}
      {undo.isBusy && (
        <Typography>
          <Trans>Keep this page open; when it is closed, the undo stops there.</Trans>
        </Typography>
      )}
      {isDone && <Result summary={undo.summary} />}
      {preview.summary !== undefined && !undo.isBusy && !isDone && (
        <Question run={run} part={part} summary={preview.summary} typed={typed} onType={setTyped} />
      )}
    </DialogForm>
  );
};

interface QuestionProps {
  readonly run: UndoneRun;
  readonly part: UndoPart;
  readonly summary: UndoSummary;
  readonly typed: string;
  readonly onType: (text: string) => void;
}

const Question = ({ run, part, summary, typed, onType }: QuestionProps) => (
  <>
    {Date.now() - Date.parse(run.lastCallAt) < JUST_NOW_MS && (
      <Alert severity="warning" role="note" sx={{ mb: 2 }}>
        <Trans>
          The last call of this run came less than five minutes ago. Undo it after it has ended: what it
          changes later is not put back.
        </Trans>
      </Alert>
    )}
    {isPart(part) && <PartSentence part={part} people={summary.totals.people} />}
    <Totals summary={summary} isDone={false} />
    {summary.totals.putBack === 0 ? (
      <Typography sx={{ mt: 2 }}>
        <Trans>There is nothing to put back.</Trans>
      </Typography>
    ) : (
      part.userIds === undefined && (
        <TextInput
          label={t`Type ${run.name} to confirm`}
          value={typed}
          onChange={onType}
          autoFocus
          fullWidth
          autoComplete="off"
          sx={{ mt: 2.5 }}
        />
      )
    )}
  </>
);

const Result = ({ summary }: { readonly summary: UndoSummary }) => (
  <Box role="status">
    <Totals summary={summary} isDone />
    <Typography sx={{ mt: 2 }}>
      <Trans>
        This is the run <RunLink run={summary.undoneBy} />, which can be undone in the same way.
      </Trans>
    </Typography>
  </Box>
);
