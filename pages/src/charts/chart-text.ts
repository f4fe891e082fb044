import { t } from '@lingui/core/macro';

import { LOCALE } from '../language';
import { grouped } from '../ui/words';
import {
  type ChartData,
  isDrawn,
  type Panel,
  type Point,
  type Series,
  totalOf,
  valueOf,
  wholeOf,
} from './chart-data';
import { cutOf } from './chart-scale';

const compact = new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumFractionDigits: 1 });

/** 12345 as "12.3K". */
export function shortNumber(value: number): string {
  return compact.format(value);
}

const dayOfMonth = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** `2026-11-20` as "20 Nov". */
export function dayTick(day: string): string {
  return dayOfMonth.format(new Date(`${day}T00:00:00Z`));
}

export function valueText(value: number, { text = grouped }: Pick<Panel, 'text'>): string {
  return text(value);
}

export function nameOf({ label, longLabel = label }: Series): string {
  return longLabel;
}

/** `2–5`. */
export function bandText({ band }: Point, panel: Panel): string | undefined {
  if (band === undefined) return undefined;
  const [low, high] = [band.low, band.high].map((value) => valueText(value, panel));
  return low === high ? low : `${low}–${high}`;
}

/** All numbers of a point, for the tip at the pointer. */
export function linesOf(point: Point, { panels }: ChartData): readonly { series?: Series; text: string }[] {
  return panels.flatMap((panel) => {
    const band = bandText(point, panel);
    return [
      ...panel.series.map((series) => ({
        series,
        text: `${nameOf(series)} ${valueText(valueOf(point, series), panel)}`,
      })),
      ...(panel.band === undefined || band === undefined ? [] : [{ text: `${panel.band} ${band}` }]),
    ];
  });
}

/** A point as a sentence. */
export function pointText(point: Point, data: ChartData): string {
  const lines = linesOf(point, data).map(({ text }) => text);
  return `${point.label}: ${lines.join(', ')}`;
}

/** The points whose bars are cut off, with their numbers. */
export function cutPoints(points: readonly Point[], panel: Panel): string[] {
  const cut = cutOf(points.map((point) => wholeOf(point, panel)));
  if (cut === undefined) return [];
  return points
    .filter((point) => wholeOf(point, panel) > cut)
    .map((point) => `${point.tick} (${valueText(wholeOf(point, panel), panel)})`);
}

/** What a screen reader says of the whole chart. */
export function summaryOf({ label, points, panels, note }: ChartData): string {
  const sums = panels
    .filter(({ hasNoSum }) => hasNoSum !== true)
    .flatMap((panel) =>
      panel.series.map((series) => `${nameOf(series)} ${valueText(totalOf(points, series), panel)}`),
    )
    .join(', ');
  const cut = panels.filter((panel) => isDrawn(points, panel)).flatMap((panel) => cutPoints(points, panel));
  return [
    t`${label}: bar chart, ${points.length} bars.`,
    ...(sums === '' ? [] : [`${sums}.`]),
    ...(note === undefined ? [] : [note]),
    ...(cut.length > 0 ? [t`Cut off: ${cut.join(', ')}.`] : []),
    t`The arrow keys read one bar after the other. The table has all numbers.`,
  ].join(' ');
}
