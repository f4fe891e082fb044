import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type Theme, useTheme } from '@mui/material/styles';
import {
  Bar,
  BarChart,
  CartesianGrid,
  LabelList,
  ReferenceDot,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts';

import type { ProvisioningDayDto, RowCountsDto } from '../api/openapi';
import { LOCALE } from '../language';
import { words } from '../ui/words';
import { Day as DayText } from '../ui/when';
import { grouped } from '../ui/words';
import { cutOf, drawnOf } from './chart-scale';

type Outcome = keyof RowCountsDto;

/**
 * Each group has a scale of its own: on one scale, three failed rows beside a million unchanged ones are invisible.
 * Bars of failed rows also have their number written above. A day that would flatten the others is cut off, marked and
 * labelled.
 */
const PANELS: readonly { readonly outcomes: readonly Outcome[]; readonly height: number }[] = [
  { outcomes: ['inserted', 'updated'], height: 150 },
  { outcomes: ['failed'], height: 84 },
  { outcomes: ['unchanged'], height: 84 },
];

const ALL: readonly Outcome[] = ['inserted', 'updated', 'failed', 'unchanged'];
const AXIS_WIDTH = 48;

function colorOf({ palette }: Theme, outcome: Outcome): string {
  const colors = {
    inserted: palette.success.main,
    updated: palette.primary.main,
    unchanged: palette.text.secondary,
    failed: palette.error.main,
  };
  return colors[outcome];
}

const short = new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumFractionDigits: 1 });
const dayOfMonth = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const dayLabel = (day: string) => dayOfMonth.format(new Date(`${day}T00:00:00Z`));

const Swatch = ({ outcome }: { readonly outcome: Outcome }) => (
  <Box
    component="span"
    sx={(theme) => ({
      width: 10,
      height: 10,
      borderRadius: 0.5,
      flexShrink: 0,
      bgcolor: colorOf(theme, outcome),
    })}
  />
);

const Legend = ({
  outcomes,
  totals,
}: {
  readonly outcomes: readonly Outcome[];
  readonly totals: RowCountsDto;
}) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, mb: 0.5 }}>
    {outcomes.map((outcome) => (
      <Box key={outcome} sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
        <Swatch outcome={outcome} />
        <Typography variant="body2">
          {words(outcome)} <strong>{grouped(totals[outcome])}</strong>
        </Typography>
      </Box>
    ))}
  </Box>
);

/** All four numbers of the day at the pointer, in any panel. */
const DayTip = ({ active, payload }: TooltipContentProps) => {
  const row = payload[0]?.payload as ProvisioningDayDto | undefined;
  if (!active || row === undefined) return null;
  return (
    <Paper variant="outlined" sx={{ px: 1.5, py: 1 }}>
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        <DayText value={row.day} />
      </Typography>
      {ALL.map((outcome) => (
        <Box key={outcome} sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
          <Swatch outcome={outcome} />
          <Typography variant="body2">
            {words(outcome)} {grouped(row[outcome])}
          </Typography>
        </Box>
      ))}
    </Paper>
  );
};

interface PanelProps {
  readonly rows: readonly ProvisioningDayDto[];
  readonly outcomes: readonly Outcome[];
  readonly height: number;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

const X_AXIS_HEIGHT = 24;

const wholeOf = (row: ProvisioningDayDto, outcomes: readonly Outcome[]) =>
  outcomes.reduce((sum, outcome) => sum + row[outcome], 0);

interface MarkProps {
  readonly cx?: number | undefined;
  readonly cy?: number | undefined;
  readonly label: string;
}

/** Two slanted gaps in a bar that is cut off, with its number above. */
const CutMark = ({ cx = 0, cy = 0, label }: MarkProps) => {
  const { palette } = useTheme();
  const line = (y: number) => `M${cx - 24},${y + 4} L${cx + 24},${y - 4}`;
  return (
    <g>
      <path d={`${line(cy + 12)} ${line(cy + 18)}`} stroke={palette.background.paper} strokeWidth={3} />
      <text
        x={cx}
        y={cy - 5}
        textAnchor="middle"
        fontSize={12}
        fontWeight={600}
        fill={palette.text.primary}
        stroke={palette.background.paper}
        strokeWidth={3}
        paintOrder="stroke"
      >
        {label}
      </text>
    </g>
  );
};

const Panel = ({ rows, outcomes, height, isFirst, isLast }: PanelProps) => {
  const theme = useTheme();
  const text = { fill: theme.palette.text.secondary, fontSize: 12 };
  const isFailed = outcomes.includes('failed');
  const cut = cutOf(rows.map((row) => wholeOf(row, outcomes)));
  const isCut = (row: ProvisioningDayDto) => cut !== undefined && wholeOf(row, outcomes) > cut;
  return (
    <ResponsiveContainer width="100%" height={height + (isLast ? X_AXIS_HEIGHT : 0)}>
      <BarChart
        data={rows}
        syncId="provisioning"
        accessibilityLayer={false}
        margin={{ top: isFailed || cut !== undefined ? 20 : 6, right: 4, bottom: 0, left: 0 }}
        barCategoryGap="18%"
        maxBarSize={40}
      >
        <CartesianGrid vertical={false} stroke={theme.palette.divider} />
        <XAxis
          dataKey="day"
          tickFormatter={dayLabel}
          tick={isLast ? text : false}
          tickLine={false}
          height={isLast ? X_AXIS_HEIGHT : 1}
          minTickGap={16}
          stroke={theme.palette.text.secondary}
        />
        <YAxis
          width={AXIS_WIDTH}
          tick={text}
          tickLine={false}
          axisLine={false}
          allowDecimals={false}
          tickCount={height > 100 ? 5 : 3}
          {...(cut === undefined ? {} : { domain: [0, cut], allowDataOverflow: true })}
          tickFormatter={(value: number) => short.format(value)}
        />
        <Tooltip
          content={isFirst ? DayTip : () => null}
          cursor={{ fill: theme.palette.action.hover }}
          isAnimationActive={false}
          wrapperStyle={{ zIndex: 2 }}
        />
        {outcomes.map((outcome) => (
          <Bar
            key={outcome}
            dataKey={(row: ProvisioningDayDto) => drawnOf(row[outcome], wholeOf(row, outcomes), cut)}
            name={outcome}
            stackId="rows"
            fill={colorOf(theme, outcome)}
            stroke={theme.palette.background.paper}
            strokeWidth={0.5}
            isAnimationActive={false}
            {...(outcomes.length === 1 ? { minPointSize: (value) => (value ? 3 : 0) } : {})}
          >
            {isFailed && (
              <LabelList
                dataKey={outcome}
                position="top"
                formatter={(value) =>
                  value && (cut === undefined || Number(value) <= cut) ? short.format(Number(value)) : ''
                }
                fill={theme.palette.text.primary}
                fontSize={12}
              />
            )}
          </Bar>
        ))}
        {rows.filter(isCut).map((row) => (
          <ReferenceDot
            key={row.day}
            x={row.day}
            y={cut ?? 0}
            r={0}
            ifOverflow="visible"
            shape={({ cx, cy }: { readonly cx?: number; readonly cy?: number }) => (
              <CutMark cx={cx} cy={cy} label={short.format(wholeOf(row, outcomes))} />
            )}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
};

/** The days whose bars are cut off, with their numbers. */
function cutDays(rows: readonly ProvisioningDayDto[], outcomes: readonly Outcome[]): string[] {
  const cut = cutOf(rows.map((row) => wholeOf(row, outcomes)));
  if (cut === undefined) return [];
  return rows
    .filter((row) => wholeOf(row, outcomes) > cut)
    .map((row) => `${dayLabel(row.day)} (${grouped(wholeOf(row, outcomes))})`);
}

function summaryOf(rows: readonly ProvisioningDayDto[], totals: RowCountsDto): string {
  const worst = rows.reduce((most, row) => (row.failed > most.failed ? row : most));
  const sums = ALL.map((outcome) => `${grouped(totals[outcome])} ${words(outcome).toLowerCase()}`).join(', ');
  const day = dayLabel(worst.day);
  const cut = PANELS.flatMap(({ outcomes }) => cutDays(rows, outcomes));
  return [
    t`Bar chart of ${rows.length} days: ${sums}.`,
    ...(totals.failed > 0 ? [t`Most failures on ${day}: ${grouped(worst.failed)}.`] : []),
    ...(cut.length > 0 ? [t`Cut off: ${cut.join(', ')}.`] : []),
    t`The table has the numbers of each day.`,
  ].join(' ');
}

/** The scale is not the same for all bars, which must be said. */
const CutNote = ({ days }: { readonly days: readonly string[] }) =>
  days.length === 0 ? null : (
    <Typography variant="caption" color="textSecondary" sx={{ display: 'block' }}>
      <Trans>Not to scale, so that the other days can be seen: {days.join(', ')}</Trans>
    </Typography>
  );

const ProvisioningChart = ({
  rows,
  totals,
}: {
  readonly rows: readonly ProvisioningDayDto[];
  readonly totals: RowCountsDto;
}) => {
  const shown = PANELS.filter(({ outcomes }) => outcomes.some((outcome) => totals[outcome] > 0));
  return (
    <>
      {PANELS.map(({ outcomes, height }) => {
        const place = shown.findIndex((panel) => panel.outcomes === outcomes);
        return (
          <Box key={outcomes[0]} sx={{ '& + &': { mt: 1.5 } }}>
            <Legend outcomes={outcomes} totals={totals} />
            <CutNote days={cutDays(rows, outcomes)} />
            {place >= 0 && (
              <Box
                role="img"
                aria-label={
                  place === 0
                    ? summaryOf(rows, totals)
                    : t`Bar chart of ${outcomes.map((outcome) => words(outcome).toLowerCase()).join(', ')}`
                }
              >
                <Panel
                  rows={rows}
                  outcomes={outcomes}
                  height={height}
                  isFirst={place === 0}
                  isLast={place === shown.length - 1}
                />
              </Box>
            )}
          </Box>
        );
      })}
    </>
  );
};
export default ProvisioningChart;
