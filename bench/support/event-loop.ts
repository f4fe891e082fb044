import type { Client } from './client.js';

/** Node measures with a timer of 10 ms and adds these to the delay. */
const WATCHED_MS = 10;

/** The longest time in milliseconds for which one task blocked the service's event loop, since the previous call. */
export async function longestHold(client: Client): Promise<number> {
  const { body } = await client.get('/metrics', true);
  const [, seconds] = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(body.toString()) ?? [];
  if (seconds === undefined) throw new Error('The service shows nothing about its event loop');
  return Number(seconds) * 1000 - WATCHED_MS;
}
