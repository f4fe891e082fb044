import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';

import type { OverviewDto } from '../api/openapi';
import { STATES } from '../queue/systems';
import { listAddress, showAddress } from '../ui/addresses';
import { Age } from '../ui/age';
import { PageLink } from '../ui/page-link';
import { inSentence, systemWords } from '../ui/system-words';
import { grouped } from '../ui/words';
import { type Problem, worstFirst } from './problem';
import { runProblems, RunSentence } from './run-problems';

type System = OverviewDto['systems'][number];
type HeldReason = OverviewDto['heldReasons'][number];

function reasonWords({ reason, people }: HeldReason): string {
  const count = grouped(people);
  if (reason === 'limit') return t`${count} beyond the limits of the settings`;
  return reason === 'pause'
    ? t`${count} in a pause of de-provisionings`
    : t`${count} because students would lose a member of their committee`;
}

function heldProblems({ heldDeprovisionings: held, heldReasons }: OverviewDto): readonly Problem[] {
  if (held === 0) return [];
  const stay = plural(held, { one: '# user stays active', other: '# users stay active' });
  const reasons = heldReasons.map(reasonWords).join(', ');
  return [
    {
      key: 'held',
      severity: 'warning',
      title: t`De-provisionings are held`,
      text: (
        <Trans>
          {stay} until an administrator decides: {reasons}.{' '}
          <PageLink to={listAddress('holds', { status: 'held' })}>Decide</PageLink>, or{' '}
          <PageLink to={listAddress('decisions', { kind: 'hold' })}>choose some of them</PageLink>
        </Trans>
      ),
    },
  ];
}

const SystemSentence = ({ system }: { readonly system: System }) => {
  const { name, waiting, oldestQueuedAt, lastAttempts } = system;
  const { made, sent } = lastAttempts;
  const waits = plural(waiting, { one: '# waits', other: '# wait' });
  return (
    <>
      {made === 1 && (sent === 1 ? t`The last delivery was sent.` : t`The last delivery was not sent.`)}
      {made > 1 && (
        <Trans>
          {grouped(sent)} of the last {grouped(made)} deliveries were sent.
        </Trans>
      )}{' '}
      {waiting > 0 && (
        <Trans>
          {waits}, the first for <Age since={oldestQueuedAt} />.
        </Trans>
      )}{' '}
      <PageLink to={showAddress('connectors', name)}>
        <Trans>Look at {inSentence(name)}</Trans>
      </PageLink>
    </>
  );
};

const BAD_STATES: readonly System['state'][] = ['silent', 'failing', 'replayed'];

function systemProblems({ systems }: OverviewDto): readonly Problem[] {
  return systems
    .filter(({ state }) => BAD_STATES.includes(state))
    .map((system) => ({
      key: `system:${system.name}`,
      severity: system.state === 'replayed' ? 'warning' : 'error',
      title: `${systemWords(system.name)}: ${STATES[system.state].label}`,
      text: <SystemSentence system={system} />,
    }));
}

interface ProblemsProps {
  readonly figures: OverviewDto;
  /** The first steps are shown, which say how the first run comes about. */
  readonly isNew: boolean;
}

/** A tenant whose SIS has sent nothing yet, or whose runs are as they should be. */
const Runs = ({ figures: { nightlyRuns }, isNew }: ProblemsProps) => {
  if (nightlyRuns.length === 0 && isNew) return null;
  if (nightlyRuns.length === 0)
    return (
      <Alert severity="warning" role="note">
        <AlertTitle>
          <Trans>No nightly run yet</Trans>
        </AlertTitle>
        <Trans>
          The SIS has not sent any people in bulk yet. <PageLink to="/keys">Create an API key</PageLink> and
          begin with a dry run.
        </Trans>
      </Alert>
    );
  return (
    <Alert severity="success" role="note">
      <AlertTitle>
        {nightlyRuns.length === 1 ? t`The nightly run is on time` : t`The nightly runs are on time`}
      </AlertTitle>
      {nightlyRuns.map((run) => (
        <div key={run.series}>
          <RunSentence run={run} />
        </div>
      ))}
    </Alert>
  );
};

/** What is wrong, the worst first, each in a sentence with its links; without anything the runs as they came. */
export const Problems = ({ figures, isNew }: ProblemsProps) => {
  const ofRuns = runProblems(figures);
  const problems = worstFirst([...ofRuns, ...systemProblems(figures), ...heldProblems(figures)]);
  return (
    <Box sx={{ display: 'grid', gap: 1, mb: 2 }}>
      {problems.map(({ key, severity, title, text }) => (
        <Alert key={key} severity={severity} role="note">
          <AlertTitle>{title}</AlertTitle>
          {text}
        </Alert>
      ))}
      {ofRuns.every(({ key }) => !key.startsWith('run:')) && <Runs figures={figures} isNew={isNew} />}
    </Box>
  );
};
