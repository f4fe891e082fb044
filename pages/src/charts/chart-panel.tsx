import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useTheme } from '@mui/material/styles';
import {
  Bar,
  BarChart,
  CartesianGrid,
  LabelList,
  ReferenceDot,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts';

import { type ChartData, type Panel, type Point, topOf, valueOf, wholeOf } from './chart-data';
import { cutOf, drawnOf } from './chart-scale';
import { linesOf, shortNumber } from './chart-text';
import { BAND_OPACITY, colorOf, Swatch } from './swatch';

const AXIS_WIDTH = 48;
const X_AXIS_HEIGHT = 24;
const BAND = 'band';

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

interface TipProps extends Partial<TooltipContentProps> {
  readonly data: ChartData;
}

/** All numbers of the point at the pointer, in any panel. */
const Tip = ({ active, payload, data }: TipProps) => {
  const point = payload?.[0]?.payload as Point | undefined;
  if (active !== true || point === undefined) return null;
  return (
    <Paper variant="outlined" sx={{ px: 1.5, py: 1, maxWidth: '20rem' }}>
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {point.label}
      </Typography>
      {linesOf(point, data).map(({ series, text }) => (
        <Box key={text} sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
          {series === undefined ? <Swatch color="neutral" isBand /> : <Swatch color={series.color} />}
          <Typography variant="body2">{text}</Typography>
        </Box>
      ))}
    </Paper>
  );
};

interface ChartPanelProps {
  readonly data: ChartData;
  readonly panel: Panel;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** The ID of the point at which a line is drawn. */
  readonly marked: string | undefined;
  readonly onOpen: (to: string | undefined) => void;
}

export const ChartPanel = ({ data, panel, isFirst, isLast, marked, onOpen }: ChartPanelProps) => {
  const theme = useTheme();
  const { points } = data;
  const { series, height, isLabelled = false, short = shortNumber } = panel;
  const text = { fill: theme.palette.text.secondary, fontSize: 12 };
  const cut = cutOf(points.map((point) => wholeOf(point, panel)));
  const isCut = (point: Point) => cut !== undefined && wholeOf(point, panel) > cut;
  const ticks = new Map(points.map(({ id, tick }) => [id, tick]));
  const axis = { dataKey: 'id', tickLine: false } as const;
  return (
    <ResponsiveContainer width="100%" height={height + (isLast ? X_AXIS_HEIGHT : 0)}>
      <BarChart
        data={[...points]}
        syncId={data.label}
        accessibilityLayer={false}
        margin={{ top: isLabelled || cut !== undefined ? 20 : 6, right: 4, bottom: 0, left: 0 }}
        barCategoryGap="18%"
        maxBarSize={40}
        onClick={({ activeIndex }) => {
          onOpen(points[Number(activeIndex ?? NaN)]?.to);
        }}
      >
        <CartesianGrid vertical={false} stroke={theme.palette.divider} />
        <XAxis
          {...axis}
          tickFormatter={(id: string) => ticks.get(id) ?? ''}
          tick={isLast ? text : false}
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
          tickFormatter={(value: number) => short(value)}
        />
        <Tooltip
          content={isFirst ? (tip) => <Tip {...tip} data={data} /> : () => null}
          cursor={{ fill: theme.palette.action.hover }}
          isAnimationActive={false}
          wrapperStyle={{ zIndex: 2 }}
        />
        {panel.band !== undefined && <XAxis {...axis} xAxisId={BAND} hide />}
        {panel.band !== undefined && (
          <Bar
            xAxisId={BAND}
            dataKey={({ band }: Point) => (band === undefined ? null : [band.low, band.high])}
            fill={theme.palette.text.secondary}
            fillOpacity={BAND_OPACITY}
            minPointSize={3}
            isAnimationActive={false}
          />
        )}
        {series.map((one) => (
          <Bar
            key={one.name}
            dataKey={(point: Point) => drawnOf(valueOf(point, one), wholeOf(point, panel), cut)}
            name={one.name}
            stackId="rows"
            fill={colorOf(theme, one.color)}
            stroke={theme.palette.background.paper}
            strokeWidth={0.5}
            isAnimationActive={false}
            {...(panel.band === undefined ? {} : { barSize: 10 })}
            {...(series.length === 1 ? { minPointSize: (value) => (value ? 3 : 0) } : {})}
          >
            {isLabelled && (
              <LabelList
                // Parts without a height have no place for it.
                dataKey={(point: Point) => (topOf(point, panel) === one ? wholeOf(point, panel) : '')}
                position="top"
                formatter={(value) =>
                  value && (cut === undefined || Number(value) <= cut) ? short(Number(value)) : ''
                }
                fill={theme.palette.text.primary}
                fontSize={12}
              />
            )}
          </Bar>
        ))}
        {points.filter(isCut).map((point) => (
          <ReferenceDot
            key={point.id}
            x={point.id}
            y={cut ?? 0}
            r={0}
            ifOverflow="visible"
            shape={({ cx, cy }: { readonly cx?: number; readonly cy?: number }) => (
              <CutMark cx={cx} cy={cy} label={short(wholeOf(point, panel))} />
            )}
          />
        ))}
        {marked !== undefined && (
          <ReferenceLine x={marked} stroke={theme.palette.text.primary} strokeDasharray="3 3" />
        )}
      </BarChart>
    </ResponsiveContainer>
  );
};
