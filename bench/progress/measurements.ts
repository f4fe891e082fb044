import { setTimeout as sleep } from 'node:timers/promises';

import type { Bench } from '../support/bench.js';
import type { Child } from '../support/child.js';
import { Client } from '../support/client.js';
import {
  type Measured,
  type MeasuredMemory,
  measure,
  measureMemory,
  type Target,
} from '../support/measure.js';
import { type Page, pagePath, walk } from './pages.js';
import { studentKey } from './people.js';
import { seedPieces, seedProgress, seedStudents } from './seed.js';

export const FULL_RECORDS = 5000;
export const DELTA = 100;
const CALLS = 5;
const IDLE_MS = 1000;
const DELTA_CALLS = 20;

type Timings = Record<'copy' | 'page' | 'gzip' | 'first' | 'last' | 'delta', Measured[]>;

export interface Measurements extends Timings {
  readonly copyMemory: MeasuredMemory[];
  readonly pageMemory: MeasuredMemory[];
  /** What the other caller waits when nobody else calls. */
  readonly idleWaits: number[];
}

/** What is measured, with everything that it needs running. */
export interface Stage {
  readonly bench: Bench;
  readonly service: Target;
  readonly yardstick: Target;
  /** A caller whose 5,000 students have full records. */
  readonly full: Client;
  /** A caller with many students, about whom little is known. */
  readonly many: Client;
  readonly students: number;
  readonly copy: Client;
}

const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** @throws {Error} unless the yardstick sends the bytes of the service's page */
async function prepareYardstick(bench: Bench, full: Client): Promise<Child> {
  const { body } = await full.get(pagePath({ limit: FULL_RECORDS }), true);
  await bench.createDatabase('yardstick');
  await seedPieces(bench.databaseUrl('yardstick'), body);
  const yardstick = await bench.startYardstick('byte-copy.ts', 'yardstick');
  const copy = await new Client(yardstick.address).get('/', true);
  if (!copy.body.equals(body)) throw new Error('The yardstick sends other bytes than the service');
  return yardstick;
}

export async function prepare(bench: Bench, students: number): Promise<Stage> {
  await bench.createDatabase('service');
  const service = await bench.startService();
  const full = await bench.createTenant(service, 'Full');
  const many = await bench.createTenant(service, 'Many');
  say(`Seeding ${FULL_RECORDS} full records.`);
  await seedStudents(full, FULL_RECORDS);
  await seedProgress(full, 0, FULL_RECORDS);
  say(`Seeding ${students} students.`);
  await seedStudents(many, students);
  const yardstick = await prepareYardstick(bench, full);
  const { databasePid } = bench;
  return {
    service: { pid: service.pid, databasePid, probe: await bench.startProbe(service) },
    yardstick: { pid: yardstick.pid, databasePid },
    copy: new Client(yardstick.address),
    ...{ bench, full, many, students },
  };
}

/** Changes students in the middle of the order, and measures the delta that shows them. */
async function measureDelta({ service, many, students }: Stage, edition: number): Promise<Measured> {
  const from = Math.floor(students / 2);
  const { meta } = await many.getJson<Page>(pagePath({ limit: 1 }));
  await seedProgress(many, from, DELTA, edition);
  const path = pagePath({ since: meta.nextSince });
  const { data } = await many.getJson<Page>(path);
  const found = data.map(({ legacyNumber }) => legacyNumber).sort();
  const changed = Array.from({ length: DELTA }, (_, index) => studentKey(from + index));
  if (found.join() !== changed.join())
    throw new Error(`The delta has ${found.length} records, not the ${DELTA} that changed`);
  return measure(service, DELTA_CALLS, () => many.get(path));
}

async function inNewProcess(
  starting: Promise<Child>,
  caller: Client,
  warmUp: string,
  path: string,
): Promise<MeasuredMemory> {
  const child = await starting;
  try {
    const client = caller.at(child.address);
    return await measureMemory(
      child.pid,
      () => client.get(warmUp),
      () => client.get(path),
    );
  } finally {
    await child.stop();
  }
}

/** Measures everything once a round, so that whatever else the machine does meets all of it. */
export async function measureAll(stage: Stage, rounds: number): Promise<Measurements> {
  const { bench, service, yardstick, full, many, copy, students } = stage;
  await walk(full, FULL_RECORDS, FULL_RECORDS);
  const limit = Math.min(FULL_RECORDS, Math.floor(students / 4));
  const { cursors } = await walk(many, limit, students);
  const page = pagePath({ limit: FULL_RECORDS });
  const first = pagePath({ limit });
  const last = pagePath({ limit, cursor: cursors.at(-1) ?? '' });
  const gzip = { 'Accept-Encoding': 'gzip' };
  const timings: Timings = { copy: [], page: [], gzip: [], first: [], last: [], delta: [] };
  const [copyMemory, pageMemory, waits]: [MeasuredMemory[], MeasuredMemory[], number[]] = [[], [], []];
  for (let round = 1; round <= rounds; round += 1) {
    say(`Round ${round} of ${rounds}.`);
    waits.push(...((await service.probe?.during(() => sleep(IDLE_MS))) ?? []));
    timings.copy.push(await measure(yardstick, CALLS, () => copy.get('/')));
    timings.page.push(await measure(service, CALLS, () => full.get(page)));
    timings.gzip.push(await measure(service, CALLS, () => full.get(page, false, gzip)));
    timings.first.push(await measure(service, CALLS, () => many.get(first)));
    timings.last.push(await measure(service, CALLS, () => many.get(last)));
    timings.delta.push(await measureDelta(stage, round));
    copyMemory.push(
      await inNewProcess(bench.startYardstick('byte-copy.ts', 'yardstick'), copy, '/?pieces=1', '/'),
    );
    pageMemory.push(await inNewProcess(bench.startService(), full, pagePath({ limit: 1 }), page));
  }
  return { ...timings, copyMemory, pageMemory, idleWaits: waits };
}
