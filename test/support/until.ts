import { setTimeout as rest } from 'node:timers/promises';
import { inspect } from 'node:util';

const USUAL_LIMIT_MS = 10_000;
const FIRST_REST_MS = 5;
const LONGEST_REST_MS = 100;
const LATE = Symbol('late');

/**
 * Looks again and again until something is so, in real time: fake timers of a test leave this one as it is.
 * @param what names it in the failure: "the page has settled"
 * @param isSo says whether it is so; a look that throws, or has no answer yet, says no
 * @param limits `within` is the time after which it fails, in milliseconds; usually 10 seconds
 * @throws {Error} when it was not so within this time; its cause is what the last look that threw has thrown
 */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  { within = USUAL_LIMIT_MS }: { within?: number } = {},
): Promise<void> {
  let lastError: unknown;
  const look = async (): Promise<boolean> => {
    try {
      return await isSo();
    } catch (error) {
      lastError = error;
      return false;
    }
  };
  const isOver = new AbortController();
  const limit = rest(within, LATE, { signal: isOver.signal }).catch(() => LATE);
  try {
    for (let restMs = FIRST_REST_MS; ; restMs = Math.min(2 * restMs, LONGEST_REST_MS)) {
      const seen = await Promise.race([look(), limit]);
      if (seen === true) return;
      if (seen === LATE) throw notSo(what, within, lastError);
      await rest(restMs);
    }
  } finally {
    isOver.abort();
  }
}

function notSo(what: string, within: number, cause: unknown): Error {
  const message = `This was not so within ${within / 1000} s: ${what}`;
  if (cause === undefined) return new Error(message);
  return new Error(`${message}; last error: ${cause instanceof Error ? cause.message : inspect(cause)}`, {
    cause,
  });
}
