import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import type { OverviewDto } from '../api/openapi';
import { isUnusual, PEOPLE } from '../runs/counts';
import { notCompleteInWords } from '../runs/not-complete';
import { listAddress, showAddress } from '../ui/addresses';
import { PageLink } from '../ui/page-link';
import { RunLink } from '../ui/run-link';
import { When } from '../ui/when';
import { grouped } from '../ui/words';
import type { Problem } from './problem';

type NightlyRun = OverviewDto['nightlyRuns'][number];
type Departure = OverviewDto['recentDepartures'][number];

const ROUTE = '/api/v1/integration/users/bulk';

/** More people lost their access than such a run usually takes it from; false while that is not known. */
function isDeprovisioningUnusual({
  deprovisioned,
  usuallyDeprovisioned,
}: Pick<NightlyRun, 'deprovisioned' | 'usuallyDeprovisioned'>): boolean {
  if (usuallyDeprovisioned === null) return false;
  return (
    deprovisioned > usuallyDeprovisioned && isUnusual('deprovisioned', deprovisioned, usuallyDeprovisioned)
  );
}

/** The same of a run that comes every night, until its people have their access back. */
function isNightUnusual(run: NightlyRun): boolean {
  return !run.isPutBack && isDeprovisioningUnusual(run);
}

/** How many of the held were decided, so that decided ones do not look as if they waited. */
function decidedInWords({ held, heldDecided }: NightlyRun): string {
  if (heldDecided === 0) return '';
  return ` ${heldDecided === held ? t`(all decided)` : t`(${grouped(heldDecided)} decided)`}`;
}

/** "50 de-provisioned (usually 0), 40 held, 3 failed": first what a reader should see first. */
const Counts = ({ run }: { readonly run: NightlyRun }) => {
  const { deprovisioned, usuallyDeprovisioned, held, counts } = run;
  const usually = usuallyDeprovisioned === null ? '' : ` ${t`(usually ${grouped(usuallyDeprovisioned)})`}`;
  const first = deprovisioned > 0 ? `${PEOPLE.deprovisioned(deprovisioned)}${usually}, ` : '';
  const rest = [
    counts.failed > 0 ? PEOPLE.failed(counts.failed) : t`none failed`,
    PEOPLE.inserted(counts.inserted),
    PEOPLE.updated(counts.updated),
    PEOPLE.unchanged(counts.unchanged),
  ].join(', ');
  return (
    <>
      {first}
      {run.run !== null && held > 0 && (
        <>
          <PageLink to={listAddress('holds', { run: run.run })}>{PEOPLE.held(held)}</PageLink>
          {decidedInWords(run)}
          {', '}
        </>
      )}
      {rest}
    </>
  );
};

/** When a run ended, and what it did. */
export const RunSentence = ({ run }: { readonly run: NightlyRun }) => (
  <>
    {run.run === null ? (
      <Trans>
        The last upload ended on <When value={run.at} />, by {run.actorLabel}: <Counts run={run} />.
      </Trans>
    ) : (
      <Trans>
        <RunLink run={run.run} /> ended on <When value={run.at} />, by {run.actorLabel}: <Counts run={run} />.
      </Trans>
    )}{' '}
    {run.run === null && (
      <PageLink to={listAddress('requests', { route: ROUTE })}>
        <Trans>Show bulk requests</Trans>
      </PageLink>
    )}
  </>
);

function titleOf(run: NightlyRun, isOne: boolean): string {
  if (run.isLate) return isOne ? t`The nightly run is late` : t`A nightly run is late`;
  if (run.refusedFinish !== null)
    return isOne ? t`The nightly run was not complete` : t`A nightly run was not complete`;
  if (isNightUnusual(run)) return t`More people than usual lost their access`;
  return isOne ? t`The nightly run had failed rows` : t`A nightly run had failed rows`;
}

/** The nights before, and runs that come at other times: a later run does not hide what they did. */
function departureProblems({ recentDepartures }: OverviewDto): readonly Problem[] {
  return recentDepartures.filter(isDeprovisioningUnusual).map((departure) => ({
    key: `departure:${departure.run}`,
    severity: 'error',
    title: t`More people than usual lost their access`,
    text: <DepartureSentence departure={departure} />,
  }));
}

const DepartureSentence = ({ departure }: { readonly departure: Departure }) => {
  const { run, at, deprovisioned, usuallyDeprovisioned } = departure;
  const people = PEOPLE.deprovisioned(deprovisioned);
  return (
    <>
      <Trans>
        <RunLink run={run} /> ended on <When value={at} />: {people} (usually{' '}
        {grouped(usuallyDeprovisioned ?? 0)}
        ).
      </Trans>{' '}
      <PageLink to={showAddress('runs', run)}>
        <Trans>Undo</Trans>
      </PageLink>
    </>
  );
};

/** What is wrong with the runs that come every night, and whom recent runs have de-provisioned. */
export function runProblems(figures: OverviewDto): readonly Problem[] {
  return [...nightlyProblems(figures), ...departureProblems(figures)];
}

function nightlyProblems({ nightlyRuns, nightlyRunHours }: OverviewDto): readonly Problem[] {
  return nightlyRuns
    .filter((run) => run.isLate || run.counts.failed > 0 || run.refusedFinish !== null || isNightUnusual(run))
    .map((run) => ({
      key: `run:${run.series}`,
      severity: run.isLate || run.refusedFinish !== null || isNightUnusual(run) ? 'error' : 'warning',
      title: titleOf(run, nightlyRuns.length === 1),
      text: (
        <>
          {run.refusedFinish !== null && <strong>{notCompleteInWords(run.refusedFinish)} </strong>}
          <RunSentence run={run} />{' '}
          {run.isLate && (
            <strong>
              <Trans>Late: one is expected every {nightlyRunHours} hours.</Trans>
            </strong>
          )}
          {run.run !== null && isNightUnusual(run) && (
            <PageLink to={showAddress('runs', run.run)}>
              <Trans>Undo</Trans>
            </PageLink>
          )}
        </>
      ),
    }));
}
