import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';

import type { FileHeadDto } from '../api/openapi';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { Bar, Form, SubmitButton } from '../ui/form';
import { RunLink } from '../ui/run-link';
import { numberOf } from '../ui/number-field';
import { TextInput } from '../ui/text-input';
import { useSubmit } from '../ui/use-submit';
import { usersInWords } from '../ui/words';
import { type CompleteChoice, CompleteFields } from './complete-fields';
import { changedIn, CountsOfFile } from './counts-of-file';
import type { Applied, Plan } from './file-lines';
import { FinishOfFile } from './finish-of-file';
import { PlanReport } from './plan-report';
import type { GoTo, Step } from './steps';
import { type FileOptions, useFileStep } from './use-file-step';

interface StepsOfFileProps {
  readonly file: File;
  readonly options: FileOptions;
  readonly step: Step;
  readonly goTo: GoTo;
  /** How many words have no meaning yet. */
  readonly openWords: number;
  /** Whether the mapping fills what each person needs. */
  readonly isMapped: boolean;
  /** The terms of the settings by which the rows are read. */
  readonly terms: FileHeadDto['terms'];
  /** Whether the columns or their words are read just now. */
  readonly isReading: boolean;
  readonly onDone: () => void;
  /** Gets whether there is a result of the application. */
  readonly onApplied: (isApplied: boolean) => void;
  readonly onApplying: (isApplying: boolean) => void;
}

/** Plans the file, applies it as a run, and shows the result. */
export const StepsOfFile = (props: StepsOfFileProps) => {
  const { file, options, step, goTo, openWords, isMapped, isReading, onDone } = props;
  const { terms, onApplied, onApplying } = props;
  const navigate = useNavigate();
  const [ownRun, setOwnRun] = useState('');
  const [complete, setComplete] = useState<CompleteChoice>({ accountTypes: [], absentRuns: '2' });
  const [isAsked, setAsked] = useState(false);
  const plan = useFileStep<Plan>(file, 'plan');
  const application = useFileStep<Applied>(file, 'apply');
  const planned = plan.summary;
  const { reset: resetPlan } = plan;
  // Rows that were refused for a term are applied once it has a meaning: they must be planned first.
  const readBy = JSON.stringify(terms);
  useEffect(resetPlan, [resetPlan, readBy]);
  const asked: FileOptions = { ...options, ...completeOf(complete) };
  const applying = useSubmit(async () => {
    onApplying(true);
    try {
      await application.begin(planned === undefined ? asked : { ...asked, run: planned.run });
    } finally {
      onApplying(false);
    }
    // Its plan does not hold any longer.
    plan.reset();
  });
  const isApplied = application.summary !== undefined;
  useEffect(() => {
    if (!isApplied) return;
    onApplied(true);
    goTo('apply');
    return () => {
      onApplied(false);
    };
  }, [isApplied, onApplied, goTo]);
  const planning = useSubmit(() => {
    applying.reset();
    application.reset();
    return plan.begin(ownRun === '' ? asked : { ...asked, run: ownRun });
  });
  const departures = (planned?.totals.deprovisioned ?? 0) + (planned?.finish?.absent?.deprovisioned ?? 0);
  const back = (
    <Button
      disabled={application.isBusy}
      onClick={() => {
        void navigate(-1);
      }}
    >
      <Trans>Back</Trans>
    </Button>
  );
  if (step === 'file') return null;
  if (step === 'columns')
    return (
      <Bar>
        <Button
          variant="contained"
          disabled={!isMapped || isReading}
          onClick={() => {
            goTo('plan');
            if (planned === undefined) void planning.submit();
          }}
        >
          {openWords === 0
            ? t`Plan the file`
            : plural(openWords, {
                one: 'Plan the file, # word left open',
                other: 'Plan the file, # words left open',
              })}
        </Button>
        {back}
      </Bar>
    );
  if (step === 'apply' && application.summary !== undefined)
    return <Result applied={application.summary} onDone={onDone} />;
  return (
    <>
      <Form
        submission={{ ...planning, message: planning.message ?? applying.message }}
        actions={
          <>
            <SubmitButton
              variant={planned === undefined ? 'contained' : 'outlined'}
              disabled={!isMapped || application.isBusy}
            >
              {planned === undefined ? t`Plan the file` : t`Plan again`}
            </SubmitButton>
            {planned !== undefined && (
              <Button
                variant="contained"
                disabled={application.isBusy || planned.totals.received === planned.totals.failed}
                onClick={() => {
                  setAsked(true);
                }}
              >
                <Trans>Apply the file</Trans>
              </Button>
            )}
            {back}
          </>
        }
      >
        <TextInput
          fullWidth
          name="run"
          label={t`Name of the run`}
          value={planned?.run ?? ownRun}
          disabled={plan.isBusy || application.isBusy}
          hint={t`What the file changes is found and undone by this name. Empty: the plan makes one.`}
          onChange={(name) => {
            setOwnRun(name);
            plan.reset();
          }}
          sx={{ mb: 2 }}
        />
        {!plan.isBusy && !application.isBusy && (
          <CompleteFields
            value={complete}
            onChange={(value) => {
              setComplete(value);
              plan.reset();
            }}
          />
        )}
        {plan.isBusy && <Progress label={t`Comparing with the stored people:`} rows={plan.rows} />}
        {application.isBusy && (
          <>
            <Progress label={t`Applying:`} rows={application.rows} of={planned?.totals.received} />
            <Typography>
              <Trans>Keep this page open; when it is closed, the file stops there.</Trans>
            </Typography>
          </>
        )}
        {planned !== undefined && !application.isBusy && <PlanReport plan={planned} />}
      </Form>
      {planned !== undefined && (
        <ConfirmDialog
          open={isAsked}
          title={t`Apply ${file.name}?`}
          confirm={departures > 0 ? t`Apply and de-provision` : t`Apply`}
          danger={departures > 0}
          onConfirm={() => {
            void applying.submit();
            return Promise.resolve();
          }}
          onClose={() => {
            setAsked(false);
          }}
        >
          <Consequences plan={planned} />
        </ConfirmDialog>
      )}
    </>
  );
};

function completeOf({ accountTypes, absentRuns }: CompleteChoice): Pick<FileOptions, 'complete'> {
  return accountTypes.length === 0 ? {} : { complete: { accountTypes, absentRuns: numberOf(absentRuns) } };
}

const Consequences = ({ plan: { totals, finish } }: { readonly plan: Plan }) => (
  <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
    <li>
      <Trans>Created: {usersInWords(totals.inserted)}</Trans>
    </li>
    <li>
      <Trans>Changed: {usersInWords(changedIn(totals))}</Trans>
    </li>
    {totals.deprovisioned > 0 && (
      <li>
        <strong>
          <Trans>De-provisioned: {usersInWords(totals.deprovisioned)}, who can no longer log in</Trans>
        </strong>
      </li>
    )}
    {finish?.absent != null && finish.absent.deprovisioned > 0 && (
      <li>
        <strong>
          <Trans>De-provisioned as absent: {usersInWords(finish.absent.deprovisioned)}</Trans>
        </strong>
      </li>
    )}
    {totals.held > 0 && (
      <li>
        <Trans>Held until an administrator decides: {usersInWords(totals.held)}</Trans>
      </li>
    )}
    {totals.failed > 0 && (
      <li>{plural(totals.failed, { one: '# row is refused', other: '# rows are refused' })}</li>
    )}
  </Box>
);

interface ProgressProps {
  readonly label: string;
  readonly rows: number;
  /** How many rows there are, when it is known. */
  readonly of?: number | undefined;
}

const Progress = ({ label, rows, of }: ProgressProps) => (
  <Box sx={{ my: 1 }}>
    <Typography role="status">
      {label} {plural(rows, { one: '# row', other: '# rows' })}
    </Typography>
    <LinearProgress
      aria-label={label}
      sx={{ mt: 1 }}
      {...(of === undefined || rows === 0
        ? { variant: 'indeterminate' }
        : { variant: 'determinate', value: Math.min(100, (rows / Math.max(1, of)) * 100) })}
    />
  </Box>
);

interface ResultProps {
  readonly applied: Applied;
  readonly onDone: () => void;
}

const Result = ({ applied, applied: { run, totals }, onDone }: ResultProps) => (
  <>
    <Box role="status">
      {totals !== null && <CountsOfFile totals={totals} notes={applied} />}
      <FinishOfFile finish={applied} />
      <Typography sx={{ my: 2 }}>
        <Trans>
          This is the run <RunLink run={run} />: its page shows whom it changed and why rows were refused, and
          can undo it.
        </Trans>
      </Typography>
    </Box>
    <Bar>
      <Button variant="contained" onClick={onDone}>
        <Trans>Another file</Trans>
      </Button>
    </Bar>
  </>
);
