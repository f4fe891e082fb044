import { Trans } from '@lingui/react/macro';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';

import { PageLink } from '../ui/page-link';
import { type ChartData, type Panel, type Point, type Series, totalOf, valueOf } from './chart-data';
import { bandText, nameOf, valueText } from './chart-text';

interface Column {
  readonly name: string;
  readonly label: string;
  readonly text: (point: Point) => string;
  /** Blank: cannot be added up. */
  readonly total: (points: readonly Point[]) => string;
  readonly isBad: (point: Point) => boolean;
}

function columnOf(panel: Panel, series: Series): Column {
  return {
    name: series.name,
    label: nameOf(series),
    text: (point) => valueText(valueOf(point, series), panel),
    total: (points) => (panel.hasNoSum === true ? '' : valueText(totalOf(points, series), panel)),
    isBad: (point) => series.color === 'error' && panel.series.length === 1 && valueOf(point, series) > 0,
  };
}

function columnsOf({ panels, columns: order }: ChartData): Column[] {
  const columns = panels.flatMap((panel) => [
    ...panel.series.map((series) => columnOf(panel, series)),
    ...(panel.band === undefined
      ? []
      : [
          {
            name: panel.band,
            label: panel.band,
            text: (point: Point) => bandText(point, panel) ?? '–',
            total: () => '',
            isBad: () => false,
          },
        ]),
  ]);
  return order === undefined
    ? columns
    : columns.toSorted((one, other) => order.indexOf(one.name) - order.indexOf(other.name));
}

const NUMBERS = { fontVariantNumeric: 'tabular-nums' } as const;
const BAD = { ...NUMBERS, color: 'error.main', fontWeight: 600 } as const;

/** The chart's numbers; each row leads to the list behind it. */
export const ChartTable = ({ data }: { readonly data: ChartData }) => {
  const columns = columnsOf(data);
  const points = data.isNewestFirst === true ? data.points.toReversed() : data.points;
  return (
    <TableContainer tabIndex={0} role="region" aria-label={data.label}>
      <Table size="small" sx={{ '& th, & td': { px: { xs: 1, sm: 2 } } }}>
        <TableHead>
          <TableRow>
            <TableCell>{data.pointLabel}</TableCell>
            {columns.map(({ name, label }) => (
              <TableCell key={name} align="right">
                {label}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {points.map((point) => (
            <TableRow key={point.id}>
              <TableCell component="th" scope="row">
                {point.to === undefined ? point.label : <PageLink to={point.to}>{point.label}</PageLink>}
              </TableCell>
              {columns.map(({ name, text, isBad }) => (
                <TableCell key={name} align="right" sx={isBad(point) ? BAD : NUMBERS}>
                  {text(point)}
                </TableCell>
              ))}
            </TableRow>
          ))}
          <TableRow sx={{ '& > *': { fontWeight: 600 } }}>
            <TableCell component="th" scope="row">
              <Trans>Total</Trans>
            </TableCell>
            {columns.map(({ name, total }) => (
              <TableCell key={name} align="right" sx={NUMBERS}>
                {total(data.points)}
              </TableCell>
            ))}
          </TableRow>
        </TableBody>
      </Table>
    </TableContainer>
  );
};
