import { setTimeout as sleep } from 'node:timers/promises';

import type { Bench } from '../support/bench.js';
import type { Client } from '../support/client.js';
import { type Comparison, takeTurns, type Target } from '../support/cost.js';
import { longestHold } from '../support/event-loop.js';
import { measure, waitsDuring } from '../support/measure.js';
import type { Probe } from '../support/probe.js';
import { CopiedBytes } from '../yardsticks/copied-bytes.js';
import { type Page, pagePath, walk } from './pages.js';
import { studentKey } from './people.js';
import { seedProgress, seedStudents } from './seed.js';

export const FULL_RECORDS = 5000;
export const DELTA = 100;
const CALLS = 5;
/** V8 shrinks the heap of a process that has been idle for this long, like the service before the nightly run. */
const IDLE_MS = 15_000;
const PROBED_MS = 1000;
const DELTA_CALLS = 50;
const GZIP = { 'Accept-Encoding': 'gzip' };

/** The service that is measured, with its database and callers. */
export interface Stage {
  readonly service: Target;
  /** Another caller of the service. */
  readonly probe: Probe;
  /** A caller whose 5,000 students have full records. */
  readonly full: Client;
  /** A caller with many students who have little progress. */
  readonly many: Client;
  readonly students: number;
  readonly copies: CopiedBytes;
}

/** One kind of page; `name` is also that of the copy with which it is compared. */
interface Question {
  readonly name: 'page' | 'gzip' | 'first' | 'last' | 'delta';
  readonly client: Client;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly calls: number;
  readonly rows: number;
}

/** What other callers wait meanwhile, in milliseconds. */
export interface Waits {
  /** How long each call of another caller takes. */
  readonly waits: number[];
  /** The longest time for which the event loop was blocked, of each round. */
  readonly holds: number[];
}

export interface Measurement extends Waits {
  readonly rounds: Comparison[];
  bytes: number;
}

export interface Measurements {
  readonly of: Readonly<Record<Question['name'], Measurement>>;
  /** Measures without other callers. */
  readonly idle: Waits;
}

const say = (line: string): void => void process.stderr.write(`${line}\n`);

export async function prepare(bench: Bench, students: number): Promise<Stage> {
  const service = await bench.startService();
  const { client: full } = await bench.createTenant(service, 'Full');
  const { client: many } = await bench.createTenant(service, 'Many');
  say(`Seeding ${FULL_RECORDS} full records.`);
  await seedStudents(full, FULL_RECORDS);
  await seedProgress(full, 0, FULL_RECORDS);
  say(`Seeding ${students} students.`);
  await seedStudents(many, students);
  const { databasePid } = bench;
  return {
    service: { pid: service.pid, databasePid },
    probe: await bench.startProbe(service),
    copies: await CopiedBytes.start(bench),
    full,
    many,
    students,
  };
}

async function pagesOf({ full, many, students, copies }: Stage): Promise<Question[]> {
  await walk(full, FULL_RECORDS, FULL_RECORDS);
  const limit = Math.min(FULL_RECORDS, Math.floor(students / 4));
  const { cursors } = await walk(many, limit, students);
  const page = { client: full, path: pagePath({ limit: FULL_RECORDS }), calls: CALLS, rows: FULL_RECORDS };
  const last = students % limit === 0 ? limit : students % limit;
  const questions: Question[] = [
    { ...page, name: 'page' },
    { ...page, name: 'gzip', headers: GZIP },
    { ...page, name: 'first', client: many, path: pagePath({ limit }), rows: limit },
    {
      ...page,
      name: 'last',
      client: many,
      rows: last,
      path: pagePath({ limit, cursor: cursors.at(-1) ?? '' }),
    },
  ];
  for (const { name, client, path } of questions) await copies.put(name, (await client.get(path, true)).body);
  return questions;
}

/** Changes students in the middle of the order. @returns the query of the delta that contains them */
async function changeSome({ many, students, copies }: Stage, edition: number): Promise<Question> {
  const from = Math.floor(students / 2);
  const { meta } = await many.getJson<Page>(pagePath({ limit: 1 }));
  await seedProgress(many, from, DELTA, edition);
  const path = pagePath({ since: meta.nextSince });
  const { body } = await many.get(path, true);
  const { data } = JSON.parse(body.toString()) as Page;
  const found = data.map(({ legacyNumber }) => legacyNumber).sort();
  const changed = Array.from({ length: DELTA }, (_, index) => studentKey(from + index));
  if (found.join() !== changed.join())
    throw new Error(`The delta has ${found.length} records, not the ${DELTA} that changed`);
  await copies.put('delta', body);
  return { name: 'delta', client: many, path, calls: DELTA_CALLS, rows: DELTA };
}

/** Measures everything once a round, so that other load on the machine affects all of it. */
export async function measureAll(stage: Stage, rounds: number): Promise<Measurements> {
  const { service, probe, full, copies } = stage;
  const pages = await pagesOf(stage);
  const nothing = (): Measurement => ({ rounds: [], waits: [], holds: [], bytes: 0 });
  const of = { page: nothing(), gzip: nothing(), first: nothing(), last: nothing(), delta: nothing() };
  const all: Measurements = { of, idle: nothing() };
  const ask = async (question: Question, round: number): Promise<void> => {
    const { name, client, path, headers = {}, calls, rows } = question;
    const get = (): ReturnType<Client['get']> => client.get(path, false, headers);
    all.of[name].rounds.push(
      await takeTurns(round, {
        service: () => measure(service, calls, rows, get),
        limit: () => copies.measure(name, calls, rows),
      }),
    );
    all.of[name].bytes = (await get()).bytes;
    await longestHold(full);
    all.of[name].waits.push(...(await waitsDuring(probe, calls, get)));
    all.of[name].holds.push(await longestHold(full));
  };
  for (let round = 1; round <= rounds; round += 1) {
    say(`Progress, round ${round} of ${rounds}.`);
    await sleep(IDLE_MS);
    await longestHold(full);
    all.idle.waits.push(...(await probe.during(() => sleep(PROBED_MS))));
    all.idle.holds.push(await longestHold(full));
    for (const question of pages) await ask(question, round);
    await ask(await changeSome(stage, round), round);
  }
  return all;
}
