import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import type { PassedLimitDto, RunOfHoldDto } from '../api/openapi';
import { RunLink } from '../ui/run-link';
import { grouped, usersInWords } from '../ui/words';

/** "20 users or 5 % of 3,000 active users". */
function thresholdInWords({ count, percent, active }: PassedLimitDto): string {
  const people = count === null ? undefined : usersInWords(count);
  if (percent === null) return people ?? '–';
  const share = t`${percent} % of ${grouped(active)} active users`;
  return people === undefined ? share : t`${people} or ${share}`;
}

/** A limit is that of one run or of 24 hours. */
function limitInWords(limit: PassedLimitDto): string {
  const threshold = thresholdInWords(limit);
  const most = usersInWords(limit.most);
  const { run } = limit;
  return run === null
    ? t`The limit within 24 hours is ${threshold}; it allowed ${most}.`
    : t`The limit of run ${run} is ${threshold}; it allowed ${most}.`;
}

/** The limits that were passed. */
export const Limits = ({ beyond }: { readonly beyond: readonly PassedLimitDto[] }) => (
  <>
    {beyond.map((limit) => (
      <Typography key={JSON.stringify(limit)}>{limitInWords(limit)}</Typography>
    ))}
  </>
);

function usualInWords({ usual }: RunOfHoldDto): string {
  if (usual === null) return t`Too few runs like it are known to say what is usual.`;
  const deprovisioned = grouped(usual.deprovisioned);
  return plural(usual.runs, {
    one: `Usually it is ${deprovisioned}, the number of # earlier run.`,
    other: `Usually it is ${deprovisioned}, the median of # earlier runs.`,
  });
}

/** What the run has done, beside what such runs usually do. */
export const RunContext = ({ run }: { readonly run: RunOfHoldDto }) => (
  <Box>
    <Typography>
      {run.released === 0 ? (
        <Trans>
          Run <RunLink run={run.name} /> sent {usersInWords(run.received)}, de-provisioned{' '}
          {grouped(run.deprovisioned)} and would de-provision {grouped(run.open)} more.
        </Trans>
      ) : (
        <Trans>
          Run <RunLink run={run.name} /> sent {usersInWords(run.received)}, de-provisioned{' '}
          {grouped(run.deprovisioned)}, {grouped(run.released)} more when they were released, and would
          de-provision {grouped(run.open)} more.
        </Trans>
      )}
    </Typography>
    <Typography>{usualInWords(run)}</Typography>
  </Box>
);
