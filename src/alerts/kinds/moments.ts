import { counted, type Sentence } from '../../texts/sentence.js';

/** A limit, exactly to the minute: `26 hours`, `90 minutes`. */
export function limitWords(ms: number): Sentence {
  const minutes = Math.round(ms / MINUTE_MS);
  return minutes % 60 === 0
    ? counted(minutes / 60, '{count} hour', '{count} hours')
    : counted(minutes, '{count} minute', '{count} minutes');
}

const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
