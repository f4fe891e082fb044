/**
 * A caller that makes small requests one after the other, in its own process so that nothing else delays it. A line on
 * stdin starts it, the next one stops it and makes it print the latencies in milliseconds.
 */
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

import { Client } from './client.js';

const PAUSE_MS = 2;

const client = new Client(process.argv[2] ?? '');
let running: Promise<number[]> | undefined;
let isWanted = false;

async function probe(): Promise<number[]> {
  const latencies: number[] = [];
  while (isWanted) {
    const { ms } = await client.get('/health/live');
    latencies.push(ms);
    await sleep(PAUSE_MS);
  }
  return latencies;
}

async function answer(): Promise<void> {
  const latencies = await running;
  running = undefined;
  process.stdout.write(`${JSON.stringify(latencies)}\n`);
}

createInterface({ input: process.stdin })
  .on('line', () => {
    isWanted = !isWanted;
    if (isWanted) running = probe();
    else void answer();
  })
  .on('close', () => process.exit());
process.stdout.write('ready\n');
