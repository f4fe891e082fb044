import { setTimeout as delay } from 'node:timers/promises';

const PATIENCE_MS = 2000;
const PAUSE_MS = 20;

/**
 * @param look finds what is there now
 * @returns what is still there after a while: a process that was killed, or a connection that was closed, is gone a
 * moment later
 */
export async function remaining<T>(look: () => Promise<readonly T[]>): Promise<readonly T[]> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (found.length === 0 || performance.now() > until) return found;
    await delay(PAUSE_MS);
  }
}
