import type { Child } from '../support/child.js';
import { cpuSeconds, residentMiB } from '../support/process-usage.js';
import { over } from '../support/measure.js';
import type { ReportRow } from '../support/report.js';
import { quantile } from '../support/statistics.js';
import type { Statements } from '../yardsticks/statements.js';
import { type Endpoint, type Load, send } from './load.js';
import { peopleOf, type Person } from './people.js';

export const AT_ONCE = [1, 16, 64] as const;
const KINDS = ['insert', 'update', 'unchanged'] as const;
type Kind = (typeof KINDS)[number];

/** A load, and the CPU seconds that it cost. */
export interface Cost extends Load {
  readonly cpu: number;
  readonly databaseCpu: number;
  readonly residentMiB: number;
}

/** One server under test. */
export interface Subject {
  readonly process: Child;
  readonly endpoint: Endpoint;
}

export interface Subjects {
  readonly service: Subject;
  readonly handwritten: Subject;
  readonly limit: Statements;
  readonly databasePid: number;
  /** @throws {Error} unless each person of the set is stored exactly once */
  readonly checkStored: (set: string, count: number) => Promise<void>;
}

interface Round {
  readonly service: Cost;
  readonly handwritten: Cost;
  readonly limit: Load;
}

/** What `work` costs a process and the database. */
export async function costOf(pid: number, databasePid: number, work: () => Promise<Load>): Promise<Cost> {
  const before = { cpu: cpuSeconds(pid), database: cpuSeconds(databasePid) };
  const load = await work();
  return {
    ...load,
    cpu: cpuSeconds(pid) - before.cpu,
    databaseCpu: cpuSeconds(databasePid) - before.database,
    residentMiB: residentMiB(pid),
  };
}

/** How many calls a second. */
const rate = ({ ms, seconds }: Load): number => ms.length / seconds;

function limitOf(kind: Kind, limit: Statements, people: readonly Person[], atOnce: number): Promise<Load> {
  return kind === 'unchanged' ? limit.lookUpSingly(people, atOnce) : limit.upsertSingly(people, atOnce);
}

/** The same posts to the service, to the handwritten one and as bare statements, one after the other. */
async function postsOf(
  { service, handwritten, limit, databasePid, checkStored }: Subjects,
  set: string,
  count: number,
  atOnce: number,
): Promise<Record<Kind, Round>> {
  const first = peopleOf(set, count);
  const second = peopleOf(set, count, 2);
  const rounds: Partial<Record<Kind, Round>> = {};
  for (const kind of KINDS) {
    const people = kind === 'insert' ? first : second;
    const bodies = people.map((person) => JSON.stringify(person));
    const posted = ({ process, endpoint }: Subject): Promise<Cost> =>
      costOf(process.pid, databasePid, () => send(endpoint, 'POST', bodies, atOnce));
    rounds[kind] = {
      service: await posted(service),
      handwritten: await posted(handwritten),
      limit: await limitOf(kind, limit, people, atOnce),
    };
    await checkStored(set, count);
  }
  return rounds as Record<Kind, Round>;
}

function rowOf(what: string, rounds: readonly Round[]): ReportRow {
  const perThousand = (cost: (round: Round) => [cpu: number, calls: number]): number =>
    over(rounds, (round) => (cost(round)[0] * 1000) / cost(round)[1]);
  const latencies = rounds.flatMap(({ service }) => service.ms);
  return {
    what,
    'per s': Math.round(over(rounds, ({ service }) => rate(service))),
    'p50 ms': quantile(latencies, 0.5),
    'p99 ms': quantile(latencies, 0.99),
    'CPU s/1000': perThousand(({ service }) => [service.cpu, service.ms.length]),
    'database CPU s/1000': perThousand(({ service }) => [service.databaseCpu, service.ms.length]),
    'RSS MiB': Math.round(over(rounds, ({ service }) => service.residentMiB)),
    'handwritten per s': Math.round(over(rounds, ({ handwritten }) => rate(handwritten))),
    'handwritten CPU s/1000': perThousand(({ handwritten }) => [handwritten.cpu, handwritten.ms.length]),
    'limit per s': Math.round(over(rounds, ({ limit }) => rate(limit))),
    'to handwritten': over(rounds, ({ service, handwritten }) => rate(service) / rate(handwritten)),
    'to limit': over(rounds, ({ service, limit }) => rate(service) / rate(limit)),
  };
}

/** Single posts at 1, 16 and 64 at once; new people in each round. */
export async function measurePosts(subjects: Subjects, rounds: number, posts: number): Promise<ReportRow[]> {
  const results = new Map<string, Round[]>();
  for (let round = 0; round <= rounds; round += 1) {
    for (const atOnce of AT_ONCE) {
      const count = atOnce === 1 ? Math.ceil(posts / 4) : posts;
      const measured = await postsOf(subjects, `r${round}c${atOnce}`, count, atOnce);
      // The first round is for the compilers.
      if (round === 0) continue;
      for (const kind of KINDS) {
        const what = `post ${kind}, ${atOnce} at once`;
        results.set(what, [...(results.get(what) ?? []), measured[kind]]);
      }
    }
  }
  return [...results].map(([what, list]) => rowOf(what, list));
}
