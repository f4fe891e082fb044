import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';

import { type IssuedKey, keyHeaders } from './service.js';

/** How many of a tenant's requests were admitted, and their values of `RateLimit-Remaining`. */
export interface Outcome {
  readonly passed: number;
  readonly limited: number;
  readonly remaining: readonly number[];
}

/** Sends so many requests at once, to the addresses in turn, each on a new connection. */
export async function hammer(baseUrls: readonly string[], key: IssuedKey, times: number): Promise<Outcome> {
  const headers = keyHeaders(key);
  const answers = await Promise.all(
    Array.from({ length: times }, async (_, index) => {
      const url = `${baseUrls[index % baseUrls.length] ?? ''}/api/v1/integration`;
      const [answer] = (await once(request(url, { headers, agent: false }).end(), 'response')) as [
        IncomingMessage,
      ];
      answer.resume();
      return answer;
    }),
  );
  const passed = answers.filter(({ statusCode }) => statusCode === 200);
  return {
    passed: passed.length,
    limited: answers.filter(({ statusCode }) => statusCode === 429).length,
    remaining: passed
      .map(({ headers: answered }) => Number(answered['ratelimit-remaining']))
      .sort((one, other) => other - one),
  };
}

/** The values when every request of a window was counted once. */
export function countdownFrom(limit: number): number[] {
  return Array.from({ length: limit }, (_, index) => limit - 1 - index);
}
