/** A colour of the palette; `neutral` is that of secondary text. */
export type ChartColor = 'primary' | 'success' | 'warning' | 'error' | 'info' | 'secondary' | 'neutral';

/** In this order, series without a meaning of their own, such as keys, are distinguished. */
const SERIES_COLORS: readonly ChartColor[] = ['primary', 'warning', 'success', 'error', 'info', 'secondary'];

export function colorAt(index: number): ChartColor {
  return SERIES_COLORS[index] ?? 'neutral';
}

/** The parts of a bar that have one meaning. */
export interface Series {
  /** Of the value in a point. */
  readonly name: string;
  readonly label: string;
  /** In the table and where a point is read, if the label alone would not say what is counted. */
  readonly longLabel?: string;
  readonly color: ChartColor;
}

/** Bars on one scale. Each group has a scale of its own: on one, three failures beside a million are invisible. */
export interface Panel {
  readonly title?: string;
  readonly series: readonly Series[];
  /** In pixels, without the axis of the points. */
  readonly height: number;
  /** The number stands above each bar. */
  readonly isLabelled?: boolean;
  /** Values cannot be added up, such as times. */
  readonly hasNoSum?: boolean;
  /** What the band of the points is, which is drawn behind the bars. */
  readonly band?: string;
  /** A value in words; otherwise the number. */
  readonly text?: (value: number) => string;
  /** A value at the axis. */
  readonly short?: (value: number) => string;
}

/** A bar: a day, a run, a term. */
export interface Point {
  readonly id: string;
  /** At the axis. */
  readonly tick: string;
  readonly label: string;
  /** The address of the list behind it. */
  readonly to?: string | undefined;
  /** By the names of the series; a missing one is 0. */
  readonly values: Readonly<Record<string, number>>;
  readonly band?: { readonly low: number; readonly high: number } | undefined;
}

/** What a picture shows, as a chart and as a table. */
export interface ChartData {
  /** The name of the table, and the beginning of what a screen reader says of the chart. */
  readonly label: string;
  /** Of the first column of the table. */
  readonly pointLabel: string;
  readonly points: readonly Point[];
  readonly panels: readonly Panel[];
  /** Names of series in the order of the table's columns; otherwise that of the panels. */
  readonly columns?: readonly string[];
  /** The table begins with the last point. */
  readonly isNewestFirst?: boolean;
  /** Said of the chart besides the sums. */
  readonly note?: string;
}

export function valueOf(point: Point, { name }: Pick<Series, 'name'>): number {
  return point.values[name] ?? 0;
}

/** How high the bar of a point is. */
export function wholeOf(point: Point, { series }: Pick<Panel, 'series'>): number {
  return series.reduce((sum, one) => sum + valueOf(point, one), 0);
}

/** The part of a bar that stands on the others; undefined where there is no bar. */
export function topOf(point: Point, { series }: Pick<Panel, 'series'>): Series | undefined {
  return series.findLast((one) => valueOf(point, one) > 0);
}

export function totalOf(points: readonly Point[], series: Pick<Series, 'name'>): number {
  return points.reduce((sum, point) => sum + valueOf(point, series), 0);
}

/** Whether a panel has anything to draw. */
export function isDrawn(points: readonly Point[], panel: Panel): boolean {
  const hasBand = panel.band !== undefined;
  return points.some((point) => wholeOf(point, panel) > 0 || (hasBand && (point.band?.high ?? 0) > 0));
}

const PAGE = 7;
const STEPS = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -PAGE,
  PageUp: PAGE,
  Home: -Infinity,
  End: Infinity,
};

/** The place that a key leads to, as in any slider; undefined for a key that leads nowhere. */
export function placeAfter(key: string, place: number, count: number): number | undefined {
  const step = Object.entries(STEPS).find(([name]) => name === key)?.[1];
  return step === undefined ? undefined : Math.min(Math.max(place + step, 0), count - 1);
}
