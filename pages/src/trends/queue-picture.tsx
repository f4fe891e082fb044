import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import type { QueueTrendDto } from '../api/openapi';
import { type ChartData, colorAt, type Series } from '../charts/chart-data';
import { dayTick } from '../charts/chart-text';
import { listAddress } from '../ui/addresses';
import { PageLink } from '../ui/page-link';
import { SelectField } from '../ui/select-field';
import { systemWords } from '../ui/system-words';
import { dayText } from '../ui/when';
import { TrendPicture } from './trend-picture';
import { useChoice, useTrend } from './use-trend';
import { waitScale } from './waits';

type System = QueueTrendDto['systems'][number];

const WAIT = 'wait';

function nameOf({ name }: System): string {
  return name === null ? t`Other target systems` : systemWords(name);
}

function dataOf({ days }: QueueTrendDto, systems: readonly System[]): ChartData {
  const waits = days.map((_, index) =>
    Math.max(0, ...systems.map(({ days: ofSystem }) => ofSystem[index]?.longestWaitMs ?? 0)),
  );
  const { ms, ...scale } = waitScale(Math.max(0, ...waits));
  const seriesOf = (count: 'sent' | 'failed', longLabel: (system: string) => string): Series[] =>
    systems.map((system, index) => ({
      name: `${count} ${system.name ?? ''}`,
      label: nameOf(system),
      longLabel: longLabel(nameOf(system)),
      color: system.name === null ? 'neutral' : colorAt(index),
    }));
  return {
    label: t`Sync queue per day`,
    pointLabel: t`Day`,
    isNewestFirst: true,
    panels: [
      {
        title: t`Longest wait`,
        series: [
          {
            name: WAIT,
            label: t`Of the item that waited longest`,
            longLabel: t`Longest wait`,
            color: 'secondary',
          },
        ],
        height: 110,
        hasNoSum: true,
        ...scale,
      },
      { title: t`Sent`, series: seriesOf('sent', (system) => t`Sent to ${system}`), height: 150 },
      {
        title: t`Delivery failed`,
        series: seriesOf('failed', (system) => t`Failed for ${system}`),
        height: 84,
      },
    ],
    points: days.map((day, index) => ({
      id: day,
      tick: dayTick(day),
      label: dayText(day),
      values: {
        [WAIT]: Math.round(((waits[index] ?? 0) / ms) * 10) / 10,
        ...Object.fromEntries(
          systems.flatMap(({ name, days: ofSystem }) => [
            [`sent ${name ?? ''}`, ofSystem[index]?.sent ?? 0],
            [`failed ${name ?? ''}`, ofSystem[index]?.failed ?? 0],
          ]),
        ),
      },
    })),
  };
}

const Waiting = ({ system }: { readonly system: string }) => (
  <PageLink
    to={listAddress('queue', { status: 'queued', ...(system === '' ? {} : { targetSystem: system }) })}
  >
    <Trans>Items that wait now</Trans>
  </PageLink>
);

/** How long items waited in the queue, and what was delivered, day by day. */
export const QueuePicture = ({ days }: { readonly days: string }) => {
  const [system, choose] = useChoice('system');
  const answer = useTrend<QueueTrendDto>('queue', { days });
  const named = answer.data?.systems.flatMap(({ name }) => name ?? []) ?? [];
  const chosen = named.includes(system) ? system : '';
  return (
    <TrendPicture
      answer={answer}
      title={t`Age of the queue and deliveries`}
      intro={t`Counted since the first day that is shown; the last seconds may be missing.`}
      choices={
        named.length > 1 && (
          <SelectField
            label={t`Target system`}
            value={chosen}
            options={[
              { value: '', label: t`All target systems` },
              ...named.map((name) => ({ value: name, label: systemWords(name) })),
            ]}
            onChange={choose}
            sx={{ width: 200 }}
          />
        )
      }
      dataOf={(found) =>
        dataOf(
          found,
          found.systems.filter(({ name }) => chosen === '' || name === chosen),
        )
      }
      empty={t`Nothing waited or was delivered in these days`}
    >
      {() => <Waiting system={chosen} />}
    </TrendPicture>
  );
};
