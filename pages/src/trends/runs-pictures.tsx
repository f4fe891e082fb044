import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Typography from '@mui/material/Typography';

import type { RunTrendDto } from '../api/openapi';
import { type ChartData, colorAt, type Point, type Series } from '../charts/chart-data';
import { dayTick } from '../charts/chart-text';
import { showAddress } from '../ui/addresses';
import { wordsOf } from '../ui/of-service';
import { SelectField } from '../ui/select-field';
import { useTimeZone } from '../ui/time-zone';
import { dayOf } from '../ui/zoned-days';
import { TrendPicture } from './trend-picture';
import { useChoice, useTrend } from './use-trend';

type RunOfTrend = RunTrendDto['runs'][number];

const OTHERS = 'others';
const causeName = (index: number) => `cause${index}`;

function pointOf({ name, startedAt }: RunOfTrend, timeZone: string): Omit<Point, 'values'> {
  return {
    id: name,
    tick: dayTick(dayOf(startedAt, timeZone).day),
    label: name,
    to: showAddress('runs', name),
  };
}

const OF_RUNS = { pointLabel: t`Run`, isNewestFirst: true } as const;

/** Rows whose cause is not among those shown, or is not kept any more. */
function othersOf({ failed, failedOf }: RunOfTrend): number {
  return Math.max(0, failed - failedOf.reduce((sum, count) => sum + count, 0));
}

function failedOf({ runs, causes }: RunTrendDto, timeZone: string): ChartData {
  const hasOthers = runs.some((run) => othersOf(run) > 0);
  const series: Series[] = [
    ...causes.map(({ cause, translations }, index) => ({
      name: causeName(index),
      label: wordsOf(cause, translations),
      color: colorAt(index),
    })),
    ...(hasOthers ? [{ name: OTHERS, label: t`Other causes`, color: 'neutral' as const }] : []),
  ];
  return {
    ...OF_RUNS,
    label: t`Failed rows per run`,
    panels: [{ series, height: 180, isLabelled: true }],
    points: runs.map((run) => ({
      ...pointOf(run, timeZone),
      values: {
        ...Object.fromEntries(run.failedOf.map((count, index) => [causeName(index), count])),
        [OTHERS]: othersOf(run),
      },
    })),
  };
}

function deprovisionedOf({ runs }: RunTrendDto, timeZone: string): ChartData {
  const above = runs.filter(({ deprovisioned, usual }) => usual !== null && deprovisioned > usual.high);
  return {
    ...OF_RUNS,
    label: t`De-provisioned per run`,
    note: t`Runs above the usual band: ${above.length}.`,
    panels: [
      {
        series: [{ name: 'deprovisioned', label: t`De-provisioned`, color: 'warning' }],
        band: t`Usual`,
        height: 180,
        isLabelled: true,
      },
    ],
    points: runs.map((run) => ({
      ...pointOf(run, timeZone),
      values: { deprovisioned: run.deprovisioned },
      band: run.usual ?? undefined,
    })),
  };
}

interface SeriesChoiceProps {
  /** The last figures that there were. */
  readonly found: RunTrendDto;
  /** Blank for the first one. */
  readonly chosen: string;
  readonly onChoose: (series: string) => void;
}

const SeriesChoice = ({ found: { series, shown }, chosen, onChoose }: SeriesChoiceProps) => {
  const names = series.map(({ series: name }) => name);
  if (names.length < 2 || shown === null) return null;
  return (
    <SelectField
      label={t`Runs named`}
      value={names.includes(chosen) ? chosen : shown}
      options={names.map((name) => ({ value: name, label: name }))}
      onChange={onChoose}
      sx={{ width: 200 }}
    />
  );
};

/** Failed rows by cause and de-provisionings beside the usual ones, run by run. */
export const RunsPictures = ({ days }: { readonly days: string }) => {
  const timeZone = useTimeZone();
  const [series, choose] = useChoice('series');
  const answer = useTrend<RunTrendDto>('runs', { days, ...(series === '' ? {} : { series }) });
  const { data, last } = answer;
  const choices = last !== undefined && <SeriesChoice found={last} chosen={series} onChoose={choose} />;
  return (
    <>
      <TrendPicture
        answer={answer}
        title={t`Failed rows per run`}
        intro={t`By cause: the six of which most rows failed, and the others together. Causes are read of 50,000 failed rows at most, those of the latest runs first; a run for which there is no room has all its rows among the others, and its causes on its own page.`}
        choices={choices}
        dataOf={(found) => failedOf(found, timeZone)}
        empty={t`No row failed in these days`}
      >
        {({ isCapped }) =>
          isCapped && (
            <Typography variant="body2" color="textSecondary">
              <Trans>There are more runs in these days than are shown.</Trans>
            </Typography>
          )
        }
      </TrendPicture>
      {data !== undefined && (
        <TrendPicture
          // What went wrong with the answer is said above.
          answer={{ ...answer, error: null }}
          title={t`De-provisioned per run`}
          intro={t`The band goes from the lowest to the highest number of the up to seven runs before, where there are at least three.`}
          choices={choices}
          dataOf={(found) => deprovisionedOf(found, timeZone)}
          empty={t`No one was de-provisioned by a run in these days`}
        />
      )}
    </>
  );
};
