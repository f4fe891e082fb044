import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';

import type { OverviewDto, RowCountsDto } from '../api/openapi';
import { listAddress } from '../ui/addresses';
import { PageLink } from '../ui/page-link';
import { When } from '../ui/when';
import { grouped } from '../ui/words';

const Rows = ({ counts }: { readonly counts: RowCountsDto }) => (
  <>
    {grouped(counts.inserted)} inserted, {grouped(counts.updated)} updated, {grouped(counts.unchanged)}{' '}
    unchanged, {counts.failed > 0 ? <strong>{grouped(counts.failed)} failed</strong> : 'none failed'}.
  </>
);

const ROUTE = '/api/v1/integration/users/bulk';

/** The last successful bulk upload of people, with a warning when it is older than the settings allow. */
export const NightlyRun = ({ figures }: { readonly figures: OverviewDto }) => {
  const { lastRun, nightlyRunIsLate, nightlyRunHours } = figures;
  if (lastRun === null)
    return (
      <Alert severity="warning" role="note" sx={{ mb: 2 }}>
        <AlertTitle>No nightly run yet</AlertTitle>
        The SIS has not sent any people in bulk yet. <PageLink to="/keys">Create an API key</PageLink> and
        begin with a dry run.
      </Alert>
    );
  return (
    <Alert severity={nightlyRunIsLate ? 'warning' : 'success'} role="note" sx={{ mb: 2 }}>
      <AlertTitle>{nightlyRunIsLate ? 'The nightly run is late' : 'The nightly run is on time'}</AlertTitle>
      The last successful run was <When value={lastRun.at} /> by {lastRun.actorLabel}:{' '}
      <Rows counts={lastRun.counts} />{' '}
      {nightlyRunIsLate && `A successful run is expected every ${nightlyRunHours} hours. `}
      <PageLink to={listAddress('requests', { route: ROUTE })}>Show bulk requests</PageLink>
    </Alert>
  );
};
