import { isCalendarDate } from '../http/fields/formats.js';

/** When an event happened, as precisely as it was sent. */
export interface EventTime {
  /** To the millisecond. */
  readonly at: Date;
  /** How far into that millisecond, in nanoseconds. */
  readonly nanos: number;
}

export function isBefore(one: EventTime, other: EventTime): boolean {
  const ms = one.at.getTime() - other.at.getTime();
  return ms === 0 ? one.nanos < other.nanos : ms < 0;
}

/** RFC 3339: the letters in either case, seconds up to 60, any number of digits behind them. */
const RFC_3339 =
  /^(\d{4}-\d{2}-\d{2})T((?:[01]\d|2[0-3]):[0-5]\d):([0-5]\d|60)(?:\.(\d+))?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;

/** The moment of a `time` of CloudEvents; undefined when the text is none. A second 60 is that after the second 59. */
export function eventTimeOf(text: string): EventTime | undefined {
  const [, day = '', minute, second, fraction = '', offset = ''] = RFC_3339.exec(text) ?? [];
  if (!isCalendarDate(day)) return undefined;
  const digits = fraction.padEnd(9, '0').slice(0, 9);
  const isLeap = second === '60';
  const date = `${day}T${minute ?? ''}:${isLeap ? '59' : (second ?? '')}.${digits.slice(0, 3)}${offset.toUpperCase()}`;
  return { at: new Date(Date.parse(date) + (isLeap ? 1000 : 0)), nanos: Number(digits.slice(3)) };
}
