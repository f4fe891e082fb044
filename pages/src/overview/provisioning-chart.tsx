import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type Theme, useTheme } from '@mui/material/styles';
import {
  Bar,
  BarChart,
  CartesianGrid,
  LabelList,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts';

import type { ProvisioningDayDto, RowCountsDto } from '../api/openapi';
import { words } from '../ui/words';
import { Day as DayText } from '../ui/when';
import { grouped } from '../ui/words';

type Outcome = keyof RowCountsDto;

/**
 * Each group has a scale of its own: on one scale, three failed rows beside a million unchanged ones are invisible.
 * Bars of failed rows also have their number written above.
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

const short = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 });
const dayOfMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
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

const Panel = ({ rows, outcomes, height, isFirst, isLast }: PanelProps) => {
  const theme = useTheme();
  const text = { fill: theme.palette.text.secondary, fontSize: 12 };
  const isFailed = outcomes.includes('failed');
  return (
    <ResponsiveContainer width="100%" height={height + (isLast ? X_AXIS_HEIGHT : 0)}>
      <BarChart
        data={rows}
        syncId="provisioning"
        accessibilityLayer={false}
        margin={{ top: isFailed ? 18 : 6, right: 4, bottom: 0, left: 0 }}
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
            dataKey={outcome}
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
                formatter={(value) => (value ? short.format(Number(value)) : '')}
                fill={theme.palette.text.primary}
                fontSize={12}
              />
            )}
          </Bar>
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
};

function summaryOf(rows: readonly ProvisioningDayDto[], totals: RowCountsDto): string {
  const worst = rows.reduce((most, row) => (row.failed > most.failed ? row : most));
  const sums = ALL.map((outcome) => `${grouped(totals[outcome])} ${outcome}`).join(', ');
  const failures =
    totals.failed > 0 ? `; most failures on ${dayLabel(worst.day)}: ${grouped(worst.failed)}` : '';
  return `Bar chart of ${rows.length} days: ${sums}${failures}. The table has the numbers of each day.`;
}

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
            {place >= 0 && (
              <Box
                role="img"
                aria-label={place === 0 ? summaryOf(rows, totals) : `Bar chart of ${outcomes.join(', ')}`}
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
