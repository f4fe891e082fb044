import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

import { atLeast, scenario } from '../scenario.js';
import { signIn } from '../support/administrator.js';
import type { Bench } from '../support/bench.js';
import { Callers } from './callers.js';
import { growthOf } from './growth.js';
import { Sampler } from './sampler.js';
import { type Minute, minuteOf, printGrowth, printHead, printMinute } from './series.js';
import { Traffic } from './traffic.js';

const MINUTE_MS = 60_000;
/** What is under way besides requests: events on their way to the queue, the request log's last rows. */
const SETTLE_MS = 2000;

/** @returns what is wrong, in one sentence; undefined when nothing is */
async function soakFor(bench: Bench, minutes: number): Promise<string | undefined> {
  const socketPath = join(bench.directory, 'inside.sock');
  const inside = pathToFileURL(join(import.meta.dirname, 'inside.mjs'));
  inside.searchParams.set('socket', socketPath);
  const service = await bench.startService('service', ['--import', inside.href]);
  const tenant = await bench.createTenant(service, 'Soak');
  const { login } = await signIn(bench, service, tenant.tenantId);
  const sampler = new Sampler(service.pid, socketPath, await bench.connect());
  const traffic = new Traffic();
  const callers = new Callers({ baseUrl: service.address, ...tenant, login }, traffic);
  await callers.prepare();
  callers.start();
  printHead();
  const series: Minute[] = [];
  for (let minute = 1; minute <= minutes; minute += 1) {
    await sleep(MINUTE_MS);
    const sample = await traffic.hold(async () => {
      await sleep(SETTLE_MS);
      return sampler.take();
    });
    const before = series.reduce((sum, { errors }) => sum + errors, 0);
    const now = minuteOf(minute, sample, traffic.takeTimes(), callers.errors.length - before);
    series.push(now);
    printMinute(now);
  }
  await traffic.stop();
  const growth = growthOf(series);
  printGrowth(growth);
  for (const error of callers.errors.slice(0, 10)) process.stdout.write(`${error}\n`);
  if (callers.errors.length > 0) return `${callers.errors.length} calls were answered wrongly`;
  return growth.some(({ grew }) => grew) ? 'The service holds more than at first' : undefined;
}

export const soak = scenario({
  name: 'soak',
  summary:
    'What the built service holds on to under a mixed load of 40 requests a second, minute by minute; fails when the ' +
    'last third of the minutes holds more than minutes 3 to 5, or a call was answered wrongly.',
  options: { minutes: 30 },
  async run(bench, { minutes }) {
    const problem = await soakFor(bench, atLeast(3, 'minutes', minutes));
    if (problem !== undefined) throw new Error(problem);
    return [];
  },
});
