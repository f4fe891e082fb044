import { setTimeout as sleep } from 'node:timers/promises';

import { until } from '../../support/until.js';
import type { FaultSite } from './fault-site.js';

const BETWEEN_MS = 250;
const LIMIT_MS = 10_000;

interface Seen {
  readonly call: string;
  readonly status: number | 'no answer';
  readonly retryAfter: string | null;
  readonly ms: number;
}

async function look({ baseUrl, access }: FaultSite, call: string): Promise<Seen> {
  const start = performance.now();
  try {
    const response = await fetch(baseUrl + call, {
      headers: access.headers,
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    await response.arrayBuffer();
    const { status, headers } = response;
    return { call, status, retryAfter: headers.get('retry-after'), ms: performance.now() - start };
  } catch {
    return { call, status: 'no answer', retryAfter: null, ms: performance.now() - start };
  }
}

/** The problems of an answer that was given while the database was away. */
function judge({ call, status, retryAfter, ms }: Seen): string[] {
  const expected = call === '/health/live' ? 200 : 503;
  const saidWhen = expected === 200 || call.startsWith('/health') || retryAfter !== null;
  return status === expected && saidWhen
    ? []
    : [`${call}: ${status} with Retry-After ${retryAfter ?? 'missing'} after ${Math.round(ms)} ms`];
}

/** Makes as many calls about people as the pool has connections. Resolves when they are answered. */
export async function askForPeople(site: FaultSite): Promise<void> {
  await Promise.all(Array.from({ length: 20 }, () => look(site, '/api/v1/integration/users/single-0-0')));
}

/** Waits until the service reports that it is not ready. */
export async function untilNotReady(site: FaultSite): Promise<void> {
  await until('the service is not ready', async () => (await look(site, '/health/ready')).status === 503);
}

/**
 * Calls the service repeatedly while its database is away.
 * @returns one line for each problem
 */
export async function lookWhileAway(site: FaultSite, milliseconds: number): Promise<string[]> {
  const calls = [
    '/health/live',
    '/health/ready',
    '/api/v1/integration/users/single-0-0',
    '/api/v1/integration/progress',
    '/api/v1/integration/sync/queue',
  ];
  const wrong: string[] = [];
  const end = performance.now() + milliseconds;
  while (performance.now() < end) {
    const seen = await Promise.all(calls.map((call) => look(site, call)));
    wrong.push(...seen.flatMap(judge));
    await sleep(BETWEEN_MS);
  }
  return wrong;
}
