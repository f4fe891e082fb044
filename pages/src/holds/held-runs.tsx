import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { useRefresh } from 'react-admin';

import { type AdminDataProvider, useAdminApi } from '../api/data-provider';
import type { DecidedRunDto, DecideRunDto, HeldRunDto } from '../api/openapi';
import { listAddress } from '../ui/addresses';
import type { BatchOutcome } from '../ui/batch-results';
import type { BatchProps } from '../ui/list/types';
import { PageLink } from '../ui/page-link';
import { RunLink } from '../ui/run-link';
import { When } from '../ui/when';
import { usersInWords } from '../ui/words';
import { DecideButtons } from './decide-buttons';
import { DECISIONS, type HoldDecision } from './decisions';

function nameOf(run: string | null): string {
  return run === null ? t`Calls without a run` : t`Run ${run}`;
}

/** One call decides 500 holds at most, so it is repeated until no hold is left that this user may decide. */
async function decideRun(
  api: AdminDataProvider,
  run: string | null,
  what: HoldDecision,
): Promise<BatchOutcome> {
  let doneCount = 0;
  let step: DecidedRunDto;
  do {
    const body: DecideRunDto = run === null ? what : { ...what, run };
    step = (await api.post<DecidedRunDto>('holds/decide-run', body)).data;
    doneCount += step.decided;
  } while (step.decided > 0 && step.remaining > 0);
  const users = usersInWords(step.remaining);
  const message = t`${users} still held: another administrator must decide about your own account.`;
  return {
    doneCount,
    done: `${doneCount} ${DECISIONS[what.decision].done}`,
    failures: step.remaining > 0 ? [{ id: nameOf(run), message }] : [],
  };
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
