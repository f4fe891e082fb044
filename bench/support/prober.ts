/**
 * A caller who wants one small answer after the other, in a process of its own so that nothing else delays it: prints the
 * latencies in milliseconds when it is told to stop. A line on stdin asks for those since the last one.
 */
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

import { Client } from './client.js';

const PAUSE_MS = 2;

const client = new Client(process.argv[2] ?? '');
let latencies: number[] = [];
createInterface({ input: process.stdin })
  .on('line', () => {
    process.stdout.write(`${JSON.stringify(latencies)}\n`);
    latencies = [];
  })
  .on('close', () => process.exit());
process.stdout.write('ready\n');
for (;;) {
  const { ms } = await client.get('/health/live');
  latencies.push(ms);
  await sleep(PAUSE_MS);
}
