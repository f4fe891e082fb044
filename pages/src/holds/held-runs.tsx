import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { useRefresh } from 'react-admin';

import { type AdminDataProvider, useAdminApi } from '../api/data-provider';
import { messageOf } from '../api/http';
import type { DecidedRunDto, DecideRunDto, HeldRunDto } from '../api/openapi';
import { listAddress } from '../ui/addresses';
import type { BatchOutcome } from '../ui/batch-results';
import type { BatchProps } from '../ui/list/types';
import { PageLink } from '../ui/page-link';
import { RunLink } from '../ui/run-link';
import { When } from '../ui/when';
import { grouped, usersInWords } from '../ui/words';
import { DecideButtons } from './decide-buttons';
import { DECISIONS, type HoldDecision } from './decisions';

function nameOf(run: string | null): string {
  return run === null ? t`Calls without a run` : t`Run ${run}`;
}

/** How far the decision about a run has come. */
interface Progress {
  readonly decided: number;
  readonly remaining: number;
}

const OWN_ACCOUNT = t`another administrator must decide about your own account.`;

/**
 * One call decides 500 holds at most, so it is repeated until no hold is left that this user may decide. When a later
 * one fails, what was decided stays so, and the outcome says how many are left and goes on.
 * @throws what the first call has thrown: nothing is decided then
 */
async function decideRun(
  api: AdminDataProvider,
  run: string | null,
  what: HoldDecision,
  before?: Progress,
): Promise<BatchOutcome> {
  let { decided, remaining } = before ?? { decided: 0, remaining: 0 };
  const outcomeOf = (failures: BatchOutcome['failures']): BatchOutcome => ({
    doneCount: decided,
    done: `${grouped(decided)} ${DECISIONS[what.decision].done}`,
    failures,
  });
  const leftBecause = (reason: string) => {
    const users = usersInWords(remaining);
    return [{ id: nameOf(run), message: t`${users} still held: ${reason}`, count: remaining }];
  };
  let step: DecidedRunDto;
  do {
    const body: DecideRunDto = run === null ? what : { ...what, run };
    try {
      step = (await api.post<DecidedRunDto>('holds/decide-run', body)).data;
    } catch (error) {
      if (decided === 0) throw error;
      const onContinue = () => decideRun(api, run, what, { decided, remaining });
      return { ...outcomeOf(leftBecause(messageOf(error))), onContinue };
    }
    decided += step.decided;
    remaining = step.remaining;
  } while (step.decided > 0 && step.remaining > 0);
  return outcomeOf(remaining > 0 ? leftBecause(OWN_ACCOUNT) : []);
}

const Held = ({ run, people, since }: HeldRunDto) => {
  const users = usersInWords(people);
  return run === null ? (
    <Trans>
      {users} in calls without a run, held since <When value={since} />
    </Trans>
  ) : (
    <Trans>
      {users} in run <RunLink run={run} /> (
      <PageLink to={listAddress('holds', { status: 'held', run })}>show them</PageLink>), held since{' '}
      <When value={since} />
    </Trans>
  );
};

/** The open holds, by run; all holds of a run can be decided at once. */
export const HeldRuns = ({ onDone }: BatchProps) => {
  const api = useAdminApi();
  const refresh = useRefresh();
  const { data: runs = [] } = useQuery({
    queryKey: ['holds', 'runs'],
    queryFn: async () => (await api.get<HeldRunDto[]>('holds/runs')).data,
    retry: false,
  });
  if (runs.length === 0) return null;
  return (
    <Alert severity="warning" role="note" sx={{ mb: 2, '& .MuiAlert-message': { minWidth: 0, flex: 1 } }}>
      <AlertTitle>
        <Trans>Waiting for a decision</Trans>
      </AlertTitle>
      <Box
        component="ul"
        aria-label={t`Runs`}
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}
      >
        {runs.map(({ run, people, since }) => (
          <Box
            component="li"
            key={run ?? ''}
            sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}
          >
            <Box component="span" sx={{ flex: '1 1 260px', minWidth: 0, overflowWrap: 'anywhere' }}>
              <Held run={run} people={people} since={since} />
            </Box>
            <DecideButtons
              count={people}
              of={{ run }}
              onDecide={async (what) => {
                onDone(await decideRun(api, run, what));
                refresh();
              }}
            />
          </Box>
        ))}
      </Box>
    </Alert>
  );
};
