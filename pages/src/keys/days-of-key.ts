import { t } from '@lingui/core/macro';

import type { KeyDayDto } from '../api/openapi';
import type { ChartData } from '../charts/chart-data';
import { dayTick } from '../charts/chart-text';
import { requestsOfDay } from '../requests/of-day';
import { dayText } from '../ui/when';

/** The days of one key. Each leads to its requests, which include those with a wrong secret. */
export function daysOfKey(apiKey: string, days: readonly KeyDayDto[], timeZone: string): ChartData {
  return {
    label: t`Calls per day`,
    pointLabel: t`Day`,
    isNewestFirst: true,
    panels: [
      { series: [{ name: 'calls', label: t`Calls`, color: 'primary' }], height: 120 },
      { series: [{ name: 'errors', label: t`Errors`, color: 'error' }], height: 84, isLabelled: true },
      { series: [{ name: 'wrongSecrets', label: t`Wrong secrets`, color: 'warning' }], height: 84 },
    ],
    points: days.map(({ day, calls, errors, wrongSecrets }) => ({
      id: day,
      tick: dayTick(day),
      label: dayText(day),
      to: requestsOfDay(day, timeZone, { actor: `key:${apiKey}` }),
      values: { calls, errors, wrongSecrets },
    })),
  };
}
