import { LOCALE } from '../language';

const MINUTE_MS = 60_000;
const UNITS = [
  { unit: 'day', ms: 1440 * MINUTE_MS },
  { unit: 'hour', ms: 60 * MINUTE_MS },
] as const;
/** A unit is used when the largest value has so many of it. */
const ENOUGH = 3;

/** How times of up to `longest` are drawn and said. */
export interface WaitScale {
  readonly ms: number;
  readonly short: (value: number) => string;
  readonly text: (value: number) => string;
}

export function waitScale(longest: number): WaitScale {
  const { unit, ms } = UNITS.find((one) => longest >= ENOUGH * one.ms) ?? { unit: 'minute', ms: MINUTE_MS };
  const format = (unitDisplay: 'narrow' | 'long') => {
    const numbers = new Intl.NumberFormat(LOCALE, {
      style: 'unit',
      unit,
      unitDisplay,
      maximumFractionDigits: 1,
    });
    return (value: number) => numbers.format(value);
  };
  return { ms, short: format('narrow'), text: format('long') };
}
