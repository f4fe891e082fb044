import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import type { ProvisioningDayDto, RowCountsDto } from '../api/openapi';
import type { ChartColor, ChartData, Series } from '../charts/chart-data';
import { dayTick } from '../charts/chart-text';
import { Picture } from '../charts/picture';
import { requestsOfDay } from '../requests/of-day';
import { PageLink } from '../ui/page-link';
import { SelectField } from '../ui/select-field';
import { useCalendar } from '../ui/time-zone';
import { dayText } from '../ui/when';
import { grouped, words } from '../ui/words';

const CHOICES = ['7', '14', '30', '90'];

interface ProvisioningProps {
  readonly rows: readonly ProvisioningDayDto[];
  readonly days: string;
  readonly onDays: (days: string) => void;
}

const seriesOf = (name: keyof RowCountsDto, color: ChartColor): Series => ({
  name,
  label: words(name),
  color,
});

function dataOf(rows: readonly ProvisioningDayDto[], timeZone: string): ChartData {
  const worst = rows.reduce((most, row) => (row.failed > most.failed ? row : most));
  return {
    label: t`Provisioning per day`,
    pointLabel: t`Day`,
    isNewestFirst: true,
    ...(worst.failed > 0
      ? { note: t`Most failures on ${dayTick(worst.day)}: ${grouped(worst.failed)}.` }
      : {}),
    panels: [
      { series: [seriesOf('inserted', 'success'), seriesOf('updated', 'primary')], height: 150 },
      { series: [seriesOf('failed', 'error')], height: 84, isLabelled: true },
      { series: [seriesOf('unchanged', 'neutral')], height: 84 },
    ],
    // Failed rows first: a small screen has to be scrolled to see the last columns.
    columns: ['failed', 'inserted', 'updated', 'unchanged'],
    points: rows.map(({ day, ...counts }) => ({
      id: day,
      tick: dayTick(day),
      label: dayText(day),
      to: requestsOfDay(day, timeZone),
      values: { ...counts },
    })),
  };
}

/** The outcomes of the people that the SIS sent, day by day, as a chart or a table. */
export const Provisioning = ({ rows, days, onDays }: ProvisioningProps) => (
  <Picture
    title={t`Provisioning`}
    intro={
      <Trans>
        People that the SIS sent each day, by outcome; <PageLink to="/trends">run by run</PageLink>
      </Trans>
    }
    choices={
      <SelectField
        label={t`Days`}
        value={days}
        options={[...new Set([...CHOICES, days])].map((choice) => ({ value: choice, label: choice }))}
        onChange={onDays}
        sx={{ width: 96 }}
      />
    }
    data={dataOf(rows, useCalendar().tenantZone)}
    empty={t`No people were sent on these days`}
  />
);
