import type { Series } from '../support/promtool.js';

export interface Said {
  /** Besides its severity. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Where the rule's text contains a value. */
  readonly summary?: string;
}

/** Series with which an alert fires. */
export interface Fires extends Said {
  readonly when: string;
  readonly series: Series;
  /** The first minute at which it fires. */
  readonly at: number;
}

/** Series with which an alert stays silent. */
export interface Silent {
  readonly when: string;
  readonly series: Series;
  /** The last minute. */
  readonly until: number;
}

export interface AlertCases {
  readonly fires: readonly [Fires, ...Fires[]];
  readonly silent: readonly [Silent, ...Silent[]];
}

/** The alert fires at this minute, and not before. */
export const at = (minute: number, when: string, series: Series, said: Said = {}): Fires => ({
  at: minute,
  when,
  series,
  ...said,
});

/** The alert stays silent until this minute. */
export const until = (minute: number, when: string, series: Series): Silent => ({
  until: minute,
  when,
  series,
});

/** The labels in a selector, of one process of the service unless others are named. */
export function of(metric: string, labels: Readonly<Record<string, string>> = {}, instance = 'a'): string {
  const all = { job: JOB, instance, ...labels };
  return `${metric}{${Object.entries(all)
    .map(([name, value]) => `${name}="${value}"`)
    .join(',')}}`;
}

/** Two processes that say the same. */
export function ofBoth(
  metric: string,
  values: string,
  labels: Readonly<Record<string, string>> = {},
): Series {
  return { [of(metric, labels)]: values, [of(metric, labels, 'b')]: values };
}

export const JOB = 'integration-api';
