import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router-dom';

import { listWith } from '../ui/list-with';
import { When } from '../ui/when';
import { grouped } from './grouped';
import type { Counts, Overview } from './model';

const Rows = ({ counts }: { readonly counts: Counts }) => (
  <>
    {grouped(counts.inserted)} inserted, {grouped(counts.updated)} updated, {grouped(counts.unchanged)}{' '}
    unchanged, {counts.failed > 0 ? <strong>{grouped(counts.failed)} failed</strong> : 'none failed'}.
  </>
);

const ROUTE = '/api/v1/integration/users/bulk';

/** When people were last sent in bulk, and a warning when that is too long ago. */
export const NightlyRun = ({ figures }: { readonly figures: Overview }) => {
  const { lastRun, nightlyRunIsLate, nightlyRunHours } = figures;
  if (lastRun === null)
    return (
      <Alert severity="warning" role="note" sx={{ mb: 2 }}>
        <AlertTitle>No nightly run yet</AlertTitle>
        Nobody has sent people in bulk so far.{' '}
        <Link component={RouterLink} to="/keys">
          Create an API key
        </Link>{' '}
        and begin with a dry run.
      </Alert>
    );
  return (
    <Alert severity={nightlyRunIsLate ? 'warning' : 'success'} role="note" sx={{ mb: 2 }}>
      <AlertTitle>{nightlyRunIsLate ? 'The nightly run is late' : 'The nightly run is on time'}</AlertTitle>
      The last good one was <When value={lastRun.at} /> by {lastRun.actorLabel}:{' '}
      <Rows counts={lastRun.counts} />{' '}
      {nightlyRunIsLate && `One is expected every ${nightlyRunHours} hours. `}
      <Link component={RouterLink} to={listWith('requests', { route: ROUTE })}>
        Bulk requests
      </Link>
    </Alert>
  );
};
