import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

import { createConnection } from 'mysql2/promise';

import { parseDatabaseUrl } from '../../src/database/connection/connection-target.js';
import { Bench } from '../support/bench.js';
import type { Child } from '../support/child.js';
import { createTenant, runCli } from '../support/new-tenant.js';
import { Callers, type Target } from './callers.js';
import { growthOf } from './growth.js';
import { Sampler } from './sampler.js';
import { type Minute, minuteOf, printGrowth, printHead, printMinute } from './series.js';
import { Traffic } from './traffic.js';

const USAGE = `Usage: npm run soak -- [--minutes 30] [--keep]
  The built service on a database of its own under a mixed load of 40 requests a second; every minute a line about what
  it holds on to. Exits with 1 when the last third of the minutes holds more than minutes 3 to 5, or when a call was
  answered wrongly.
`;
const MINUTE_MS = 60_000;
/** What is under way besides requests: events on their way to the queue, the request log's last rows. */
const SETTLE_MS = 2000;
const DATABASE = 'service';
const EMAIL = 'registrar@soak.example.edu';

function read(argv: string[]): { readonly minutes: number; readonly keep: boolean } | undefined {
  try {
    const { values } = parseArgs({
      args: argv,
      options: { minutes: { type: 'string', default: '30' }, keep: { type: 'boolean', default: false } },
    });
    const minutes = Number(values.minutes);
    return Number.isInteger(minutes) && minutes >= 3 ? { minutes, keep: values.keep } : undefined;
  } catch {
    return undefined;
  }
}

async function makeTarget(bench: Bench, { address: baseUrl }: Child): Promise<Target> {
  const environment = bench.serviceEnvironment(DATABASE);
  const tenant = await createTenant(environment, 'Soak');
  const invite = ['admin', 'invite', '--tenant', tenant.tenantId, '--email', EMAIL];
  const { link = '' } = await runCli(environment, [...invite, '--first-name', 'Ann', '--last-name', 'Lee']);
  const login = { email: EMAIL, password: randomBytes(16).toString('hex') };
  const accepted = await fetch(`${baseUrl}/api/v1/admin/invitations/accept`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token: link.split('token=')[1], password: login.password }),
  });
  if (accepted.status !== 200) throw new Error(`The invitation was answered with ${accepted.status}`);
  return { baseUrl, ...tenant, login };
}

async function soak(bench: Bench, minutes: number): Promise<boolean> {
  await bench.createDatabase(DATABASE);
  const socketPath = join(bench.directory, 'inside.sock');
  const inside = pathToFileURL(join(import.meta.dirname, 'inside.mjs'));
  inside.searchParams.set('socket', socketPath);
  const service = await bench.startService(DATABASE, ['--import', inside.href]);
  const target = await makeTarget(bench, service);
  const database = await createConnection(parseDatabaseUrl(bench.databaseUrl(DATABASE)));
  bench.onStop(() => database.end());
  const sampler = new Sampler(service.pid, socketPath, database);
  const traffic = new Traffic();
  const callers = new Callers(target, traffic);
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
  return callers.errors.length === 0 && growth.every(({ grew }) => !grew);
}

async function main(argv: string[]): Promise<number> {
  const options = read(argv);
  if (options === undefined) {
    process.stderr.write(USAGE);
    return 2;
  }
  const bench = await Bench.start(options.keep);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void bench.stop().finally(() => process.exit(130)));
  try {
    return (await soak(bench, options.minutes)) ? 0 : 1;
  } finally {
    await bench.stop();
  }
}

process.exitCode = await main(process.argv.slice(2));
