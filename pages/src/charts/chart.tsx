import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type KeyboardEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';

import { type ChartData, isDrawn, type Panel, placeAfter, totalOf } from './chart-data';
import { ChartPanel } from './chart-panel';
import { cutPoints, pointText, summaryOf, valueText } from './chart-text';
import { Swatch } from './swatch';

const Legend = ({ data: { points }, panel }: { readonly data: ChartData; readonly panel: Panel }) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, mb: 0.5 }}>
    {panel.title !== undefined && (
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {panel.title}
      </Typography>
    )}
    {panel.series.map((series) => (
      <Box key={series.name} sx={{ display: 'flex', alignItems: 'center', gap: 0.75, minWidth: 0 }}>
        <Swatch color={series.color} />
        <Typography variant="body2">
          {series.label}{' '}
          {panel.hasNoSum !== true && <strong>{valueText(totalOf(points, series), panel)}</strong>}
        </Typography>
      </Box>
    ))}
    {panel.band !== undefined && (
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
        <Swatch color="neutral" isBand />
        <Typography variant="body2">{panel.band}</Typography>
      </Box>
    )}
  </Box>
);

/** The scale is not the same for all bars, which must be said. */
const CutNote = ({ cut }: { readonly cut: readonly string[] }) =>
  cut.length === 0 ? null : (
    <Typography variant="caption" color="textSecondary" sx={{ display: 'block' }}>
      <Trans>Not to scale, so that the others can be seen: {cut.join(', ')}</Trans>
    </Typography>
  );

/**
 * Bars in panels with one axis of points. To the keyboard and to screen readers it is a slider over the points, which
 * says the numbers of each; Enter opens what is behind one.
 */
const Chart = ({ data }: { readonly data: ChartData }) => {
  const { points, panels } = data;
  const navigate = useNavigate();
  const [chosen, setChosen] = useState(points.length - 1);
  const [isFocused, setIsFocused] = useState(false);
  const place = Math.min(chosen, points.length - 1);
  const point = points[place];
  if (point === undefined) return null;
  const open = (to: string | undefined) => {
    if (to !== undefined) void navigate(to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = placeAfter(event.key, place, points.length);
    if (next === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (next === undefined) open(point.to);
    else setChosen(next);
  };
  const drawn = panels.filter((panel) => isDrawn(points, panel));
  return (
    <>
      <Box
        role="slider"
        tabIndex={0}
        aria-orientation="horizontal"
        aria-label={summaryOf(data)}
        aria-valuemin={1}
        aria-valuemax={points.length}
        aria-valuenow={place + 1}
        aria-valuetext={pointText(point, data)}
        onKeyDown={onKeyDown}
        onFocus={() => {
          setIsFocused(true);
        }}
        onBlur={() => {
          setIsFocused(false);
        }}
      >
        {panels.map((panel) => (
          <Box key={panel.series[0]?.name} sx={{ '& + &': { mt: 1.5 } }}>
            <Legend data={data} panel={panel} />
            {drawn.includes(panel) && (
              <>
                <CutNote cut={cutPoints(points, panel)} />
                <ChartPanel
                  data={data}
                  panel={panel}
                  isFirst={panel === drawn[0]}
                  isLast={panel === drawn.at(-1)}
                  marked={isFocused ? point.id : undefined}
                  onOpen={open}
                />
              </>
            )}
          </Box>
        ))}
      </Box>
      <Typography variant="body2" aria-hidden sx={{ mt: 1, minHeight: '1.5em' }}>
        {isFocused && pointText(point, data)}
      </Typography>
    </>
  );
};
export default Chart;
