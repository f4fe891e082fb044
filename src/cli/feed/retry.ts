const LONGEST_BACKOFF_MS = 30_000;
const LONGEST_WAIT_MS = 24 * 3_600_000;

/**
 * Milliseconds to wait before the next attempt: doubled each time up to 30 s, and shortened by up to a half at random,
 * so that many feeds do not return at the same moment.
 * @param failures attempts that have failed in a row, 1 or more
 */
export function backoff(failures: number, base: number, random: () => number = Math.random): number {
  const whole = Math.min(LONGEST_BACKOFF_MS, base * 2 ** (failures - 1));
  return Math.round(whole * (0.5 + random() / 2));
}

/** The milliseconds of a Retry-After header, in seconds or as an HTTP date (RFC 9110, 10.2.3), a day at most. */
export function parseRetryAfter(value: string | undefined, now: number = Date.now()): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(LONGEST_WAIT_MS, Number(text) * 1000);
  const date = /[A-Za-z]/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.min(LONGEST_WAIT_MS, Math.max(0, date - now));
}
