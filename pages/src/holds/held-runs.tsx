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
import { When } from '../ui/when';
import { usersInWords } from '../ui/words';
import { DecideButtons } from './decide-buttons';
import { type Decision, DECISIONS } from './decisions';

function nameOf(run: string | null): string {
  return run === null ? 'calls without a run' : `run ${run}`;
}

/** One call decides 500 holds at most, so it is repeated until no hold is left that this user may decide. */
async function decideRun(
  api: AdminDataProvider,
  run: string | null,
  decision: Decision,
): Promise<BatchOutcome> {
  let doneCount = 0;
  let step: DecidedRunDto;
  do {
    const body: DecideRunDto = run === null ? { decision } : { decision, run };
    step = (await api.post<DecidedRunDto>('holds/decide-run', body)).data;
    doneCount += step.decided;
  } while (step.decided > 0 && step.remaining > 0);
  const users = usersInWords(step.remaining);
  const message = `${users} still held: another administrator must decide about your own account.`;
  return {
    doneCount,
    done: `${doneCount} ${DECISIONS[decision].done}`,
    failures: step.remaining > 0 ? [{ id: nameOf(run), message }] : [],
  };
}

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
      <AlertTitle>Waiting for a decision</AlertTitle>
      <Box component="ul" aria-label="Runs" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
        {runs.map(({ run, people, since }) => (
          <Box
            component="li"
            key={run ?? ''}
            sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}
          >
            <Box component="span" sx={{ flex: '1 1 260px', minWidth: 0, overflowWrap: 'anywhere' }}>
              {usersInWords(people)} in{' '}
              {run === null ? (
                nameOf(run)
              ) : (
                <PageLink to={listAddress('holds', { status: 'held', run })}>{nameOf(run)}</PageLink>
              )}
              , held since <When value={since} />
            </Box>
            <DecideButtons
              count={people}
              owner={nameOf(run)}
              onDecide={async (decision) => {
                onDone(await decideRun(api, run, decision));
                refresh();
              }}
            />
          </Box>
        ))}
      </Box>
    </Alert>
  );
};
