import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';

import type { OverviewDto, RowCountsDto } from '../api/openapi';
import { listAddress } from '../ui/addresses';
import { PageLink } from '../ui/page-link';
import { RunLink } from '../ui/run-link';
import { When } from '../ui/when';
import { grouped } from '../ui/words';

type Run = OverviewDto['nightlyRuns'][number];

const Rows = ({ counts: { inserted, updated, unchanged, failed } }: { readonly counts: RowCountsDto }) =>
  failed > 0 ? (
    <Trans>
      {grouped(inserted)} inserted, {grouped(updated)} updated, {grouped(unchanged)} unchanged,{' '}
      <strong>{grouped(failed)} failed</strong>.
    </Trans>
  ) : (
    <Trans>
      {grouped(inserted)} inserted, {grouped(updated)} updated, {grouped(unchanged)} unchanged, none failed.
    </Trans>
  );

const ROUTE = '/api/v1/integration/users/bulk';

const RunLine = ({
  run: { run, at, actorLabel, counts, held, isLate },
  hours,
}: {
  readonly run: Run;
  readonly hours: number;
}) => (
  <>
    {run === null ? (
      <Trans>
        The last upload ended on <When value={at} />, by {actorLabel}:
      </Trans>
    ) : (
      <Trans>
        <RunLink run={run} /> ended on <When value={at} />, by {actorLabel}:
      </Trans>
    )}{' '}
    <Rows counts={counts} />{' '}
    {run !== null && held > 0 && (
      <>
        <PageLink to={listAddress('holds', { run })}>
          <Trans>{grouped(held)} held</Trans>
        </PageLink>
        .{' '}
      </>
    )}
    {isLate && (
      <>
        <strong>
          <Trans>Late: one is expected every {hours} hours.</Trans>
        </strong>{' '}
      </>
    )}
    {run === null && (
      <PageLink to={listAddress('requests', { route: ROUTE })}>
        <Trans>Show bulk requests</Trans>
      </PageLink>
    )}
  </>
);

function titleOf(runs: readonly Run[]): string {
  const [, ...more] = runs;
  const isOne = more.length === 0;
  if (runs.some(({ isLate }) => isLate)) return isOne ? t`The nightly run is late` : t`A nightly run is late`;
  if (runs.some(({ counts }) => counts.failed > 0))
    return isOne ? t`The nightly run had failed rows` : t`The nightly runs had failed rows`;
  return isOne ? t`The nightly run is on time` : t`The nightly runs are on time`;
}

/** What has failed beside the runs. */
function failuresOf({ failedDeliveries, silentSystems }: OverviewDto['attention']): readonly string[] {
  return [
    ...(failedDeliveries > 0
      ? [plural(failedDeliveries, { one: '# delivery failed', other: '# deliveries failed' })]
      : []),
    ...(silentSystems > 0
      ? [plural(silentSystems, { one: '# connector is silent', other: '# connectors are silent' })]
      : []),
  ];
}

/** The runs that come every night; a warning when one is late or had failed rows, or when something else failed. */
export const NightlyRun = ({ figures }: { readonly figures: OverviewDto }) => {
  const { nightlyRuns: runs, nightlyRunHours } = figures;
  if (runs.length === 0)
    return (
      <Alert severity="warning" role="note" sx={{ mb: 2 }}>
        <AlertTitle>
          <Trans>No nightly run yet</Trans>
        </AlertTitle>
        <Trans>
          The SIS has not sent any people in bulk yet. <PageLink to="/keys">Create an API key</PageLink> and
          begin with a dry run.
        </Trans>
      </Alert>
    );
  const failures = failuresOf(figures.attention);
  const isWell = failures.length === 0 && runs.every(({ isLate, counts }) => !isLate && counts.failed === 0);
  return (
    <Alert severity={isWell ? 'success' : 'warning'} role="note" sx={{ mb: 2 }}>
      <AlertTitle>{[titleOf(runs), ...failures].join('; ')}</AlertTitle>
      {runs.map((run) => (
        <div key={run.series}>
          <RunLine run={run} hours={nightlyRunHours} />
        </div>
      ))}
    </Alert>
  );
};
