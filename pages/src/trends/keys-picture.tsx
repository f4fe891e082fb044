import { t } from '@lingui/core/macro';

import type { KeyTrendDto } from '../api/openapi';
import { type ChartData, colorAt, type Series } from '../charts/chart-data';
import { dayTick } from '../charts/chart-text';
import { daysOfKey } from '../keys/days-of-key';
import { showAddress } from '../ui/addresses';
import { PageLink } from '../ui/page-link';
import { SelectField } from '../ui/select-field';
import { useCalendar } from '../ui/time-zone';
import { dayText } from '../ui/when';
import { TrendPicture } from './trend-picture';
import { useChoice, useTrend } from './use-trend';

type Key = KeyTrendDto['keys'][number];

const idOf = ({ apiKey }: Key) => apiKey ?? '';

function labelOf({ apiKey, label }: Key): string {
  return apiKey === null ? t`Other keys` : (label ?? apiKey);
}

function ofAll({ days, keys }: KeyTrendDto): ChartData {
  const seriesOf = (count: 'calls' | 'errors', longLabel: (key: string) => string): Series[] =>
    keys.map((key, index) => ({
      name: `${count} ${idOf(key)}`,
      label: labelOf(key),
      longLabel: longLabel(labelOf(key)),
      color: key.apiKey === null ? 'neutral' : colorAt(index),
    }));
  return {
    label: t`Calls per day`,
    pointLabel: t`Day`,
    isNewestFirst: true,
    panels: [
      { title: t`Calls`, series: seriesOf('calls', (key) => t`Calls of ${key}`), height: 170 },
      { title: t`Errors`, series: seriesOf('errors', (key) => t`Errors of ${key}`), height: 110 },
    ],
    points: days.map((day, index) => ({
      id: day,
      tick: dayTick(day),
      label: dayText(day),
      values: Object.fromEntries(
        keys.flatMap((key) => [
          [`calls ${idOf(key)}`, key.days[index]?.calls ?? 0],
          [`errors ${idOf(key)}`, key.days[index]?.errors ?? 0],
        ]),
      ),
    })),
  };
}

/** Calls and errors of the keys that were called most, day by day. */
export const KeysPicture = ({ days }: { readonly days: string }) => {
  const { tenantZone } = useCalendar();
  const [chosen, choose] = useChoice('key');
  const answer = useTrend<KeyTrendDto>('keys', { days });
  const named = answer.data?.keys.filter(({ apiKey }) => apiKey !== null) ?? [];
  const key = named.find(({ apiKey }) => apiKey === chosen);
  const dataOf = (found: KeyTrendDto): ChartData =>
    key === undefined
      ? ofAll(found)
      : daysOfKey(
          chosen,
          key.days.map((counts, index) => ({ ...counts, day: found.days[index] ?? '' })),
          tenantZone,
        );
  return (
    <TrendPicture
      answer={answer}
      title={t`Calls and errors per key`}
      intro={t`Errors are calls with a status of 400 or above. The last seconds may be missing.`}
      choices={
        answer.data !== undefined && (
          <SelectField
            label={t`Key`}
            value={key === undefined ? '' : chosen}
            options={[
              { value: '', label: t`All keys` },
              ...named.map((one) => ({ value: idOf(one), label: labelOf(one) })),
            ]}
            onChange={choose}
            sx={{ width: 200 }}
          />
        )
      }
      dataOf={dataOf}
      empty={t`No key was used in these days`}
    >
      {() => key !== undefined && <PageLink to={showAddress('keys', chosen)}>{labelOf(key)}</PageLink>}
    </TrendPicture>
  );
};
