import { seedStudents } from '../progress/seed.js';
import { atLeast, scenario } from '../scenario.js';
import type { Bench } from '../support/bench.js';
import type { Client } from '../support/client.js';
import { type Comparison, takeTurns, type Target } from '../support/cost.js';
import { measure } from '../support/measure.js';
import { type ReportRow, reportRow } from '../support/report.js';
import { readAll, rowOfWaiting, waitForNothing, type Waiting } from './feed.js';
import { CopiedBytes } from '../yardsticks/copied-bytes.js';

const LIST = '/api/v1/integration/users';
const LIMIT = 1000;
const CALLS = 20;
/** The faculty among many more students: a value that few have. */
const FEW = 400;

interface Page {
  readonly data: readonly unknown[];
  readonly meta: { readonly nextCursor: string | null };
}

/** One kind of page; `name` is also that of the copy with which it is compared. */
interface Question {
  readonly name: 'first' | 'last' | 'few';
  readonly what: string;
  readonly path: string;
  readonly rows: number;
  readonly calls: number;
}

interface Stage {
  readonly client: Client;
  readonly service: Target;
  readonly copies: CopiedBytes;
}

function pagePath(query: Readonly<Record<string, string | number>>): string {
  const given = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${LIST}?${given.join('&')}`;
}

/** @throws {Error} unless every person comes once */
async function lastCursor(client: Client, people: number): Promise<string> {
  let count = 0;
  let cursor = '';
  for (;;) {
    const path = pagePath({ limit: 5000, ...(cursor === '' ? {} : { cursor }) });
    const { data, meta } = await client.getJson<Page>(path);
    count += data.length;
    if (meta.nextCursor === null) break;
    cursor = meta.nextCursor;
  }
  if (count !== people) throw new Error(`${count} people were listed; ${people} are there`);
  return cursor;
}

async function prepare(bench: Bench, people: number): Promise<Stage> {
  const service = await bench.startService();
  const { client } = await bench.createTenant(service, 'Changes');
  process.stderr.write(`Seeding ${people} people.\n`);
  await seedStudents(client, people);
  const target = { pid: service.pid, databasePid: bench.databasePid };
  return { client, service: target, copies: await CopiedBytes.start(bench) };
}

async function questionsOf({ client, copies }: Stage, people: number): Promise<Question[]> {
  const size = people.toLocaleString('en-US');
  const cursor = await lastCursor(client, people + FEW);
  const all: Question[] = [
    {
      name: 'first',
      what: `people, page of 1,000 among ${size}`,
      path: pagePath({ limit: LIMIT }),
      rows: LIMIT,
      calls: CALLS,
    },
    {
      name: 'last',
      what: `people, last page of 5,000 at a time among ${size}`,
      path: pagePath({ limit: 5000, cursor }),
      rows: (people + FEW) % 5000,
      calls: CALLS,
    },
    {
      name: 'few',
      what: `people, ${FEW} found by a filter among ${size}`,
      path: pagePath({ limit: LIMIT, accountType: 'Faculty' }),
      rows: FEW,
      calls: 3,
    },
  ];
  for (const { name, path } of all) await copies.put(name, (await client.get(path, true)).body);
  return all;
}

async function ask(
  { client, service, copies }: Stage,
  question: Question,
  round: number,
): Promise<Comparison> {
  const { name, path, rows, calls } = question;
  return takeTurns(round, {
    service: () => measure(service, calls, rows, () => client.get(path, false)),
    limit: () => copies.measure(name, calls, rows),
  });
}

/** All people in lines; a rate and no ratio, since the lines are those of the pages. */
async function askLines({ client, service }: Stage, people: number): Promise<Comparison> {
  const headers = { Accept: 'application/x-ndjson' };
  return { service: await measure(service, 1, people, () => client.get(LIST, false, headers)) };
}

export const changes = scenario({
  name: 'changes',
  summary:
    'The list of people against copying its bytes: first and last page, a filter, and all in lines. ' +
    'The feed: all events, and readers who wait.',
  options: { people: 200_000, readers: 200 },
  async run(bench, { rounds, readers, people: wanted }): Promise<ReportRow[]> {
    const people = atLeast(5000, 'people', wanted);
    const stage = await prepare(bench, people);
    const questions = await questionsOf(stage, people);
    const answers = new Map<string, Comparison[]>(questions.map(({ name }) => [name, []]));
    const lines: Comparison[] = [];
    const events: Comparison[] = [];
    const waiting: Waiting[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      for (const question of questions) answers.get(question.name)?.push(await ask(stage, question, round));
      lines.push(await askLines(stage, people + FEW));
      events.push(await readAll(stage.client, stage.service, people));
      waiting.push(await waitForNothing(stage.client, stage.service, readers));
    }
    return [
      ...questions.map(({ name, what }) => reportRow(what, answers.get(name) ?? [])),
      reportRow('people, all in lines', lines),
      reportRow('feed, all events in pages of 1,000', events),
      rowOfWaiting(readers, waiting),
    ];
  },
});
