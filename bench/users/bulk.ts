import type { Client } from '../support/client.js';
import { over } from '../support/measure.js';
import type { ReportRow } from '../support/report.js';
import type { Load } from './load.js';
import { peopleOf, type Person } from './people.js';
import { type Cost, costOf, type Subjects } from './posts.js';

const PATH = '/api/v1/integration/users/bulk';
const KINDS = ['inserted', 'updated', 'unchanged'] as const;
type Kind = (typeof KINDS)[number];

interface Round {
  readonly service: Cost;
  readonly limit: Load;
}

async function measure(
  { service, limit, databasePid }: Subjects,
  client: Client,
  kind: Kind,
  people: readonly Person[],
): Promise<Round> {
  const cost = await costOf(service.process.pid, databasePid, async () => {
    const start = performance.now();
    const summary = await client.bulk(PATH, people);
    if (summary[kind] !== people.length)
      throw new Error(`${summary[kind]} of ${people.length} people were ${kind}`);
    return { ms: [], seconds: (performance.now() - start) / 1000 };
  });
  const bare = kind === 'unchanged' ? limit.lookUpTogether(people) : limit.upsertTogether(people);
  return { service: cost, limit: await bare };
}

function rowOf(what: string, lines: number, rounds: readonly Round[]): ReportRow {
  return {
    what,
    'per s': Math.round(over(rounds, ({ service }) => lines / service.seconds)),
    'CPU s/1000': over(rounds, ({ service }) => (service.cpu * 1000) / lines),
    'database CPU s/1000': over(rounds, ({ service }) => (service.databaseCpu * 1000) / lines),
    'RSS MiB': Math.round(over(rounds, ({ service }) => service.residentMiB)),
    'limit per s': Math.round(over(rounds, ({ limit }) => lines / limit.seconds)),
    'to limit': over(rounds, ({ service, limit }) => limit.seconds / service.seconds),
  };
}

/** A nightly file: all new, then each changed, then the same again. */
export async function measureBulk(
  subjects: Subjects,
  client: Client,
  rounds: number,
  lines: number,
): Promise<ReportRow[]> {
  const results: Record<Kind, Round[]> = { inserted: [], updated: [], unchanged: [] };
  for (let round = 1; round <= rounds; round += 1) {
    const set = `b${round}`;
    for (const kind of KINDS) {
      const people = peopleOf(set, lines, kind === 'inserted' ? 1 : 2);
      results[kind].push(await measure(subjects, client, kind, people));
      await subjects.checkStored(set, lines);
    }
  }
  const size = lines.toLocaleString('en-US');
  return KINDS.map((kind) => rowOf(`bulk ${kind}, ${size} lines`, lines, results[kind]));
}
