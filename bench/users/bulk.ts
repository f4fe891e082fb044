import { type Comparison, costOf, type Load, type Target, takeTurns } from '../support/cost.js';
import type { Client } from '../support/client.js';
import { type ReportRow, reportRow } from '../support/report.js';
import { peopleOf, type Person } from './people.js';
import type { Subjects } from './subjects.js';

const PATH = '/api/v1/integration/users/bulk';
const KINDS = ['inserted', 'updated', 'unchanged'] as const;
export type BulkKind = (typeof KINDS)[number];

/**
 * Sends people as one file.
 * @throws {Error} unless all have the expected outcome
 */
export async function sendBulk(client: Client, kind: BulkKind, people: readonly Person[]): Promise<Load> {
  const start = performance.now();
  const summary = await client.bulk(PATH, people);
  const ms = performance.now() - start;
  if (summary[kind] !== people.length)
    throw new Error(`${summary[kind]} of ${people.length} people were ${kind}`);
  return { ms: [ms], seconds: ms / 1000 };
}

function compare(
  { service, limit, limitTarget, client }: Subjects,
  kind: BulkKind,
  people: readonly Person[],
  turn: number,
): Promise<Comparison> {
  const cost = (target: Target, work: () => Promise<Load>): ReturnType<typeof costOf> =>
    costOf(target, people.length, work);
  const bare = (): Promise<Load> =>
    kind === 'unchanged' ? limit.lookUpTogether(people) : limit.upsertTogether(people);
  return takeTurns(turn, {
    service: () => cost(service.target, () => sendBulk(client, kind, people)),
    limit: () => cost(limitTarget, bare),
  });
}

/** A nightly file: all new, then all changed, then all unchanged. The handwritten service has no bulk call. */
export async function measureBulk(subjects: Subjects, rounds: number, lines: number): Promise<ReportRow[]> {
  const results: Record<BulkKind, Comparison[]> = { inserted: [], updated: [], unchanged: [] };
  for (let round = 1; round <= rounds; round += 1) {
    process.stderr.write(`Bulk, round ${round} of ${rounds}.\n`);
    const set = `b${round}`;
    for (const kind of KINDS) {
      const edition = kind === 'inserted' ? 1 : 2;
      results[kind].push(await compare(subjects, kind, peopleOf(set, lines, edition), round));
      await subjects.checkStored(set, lines, edition, ['service', 'limit']);
    }
  }
  const size = lines.toLocaleString('en-US');
  return KINDS.map((kind) => reportRow(`bulk ${kind}, ${size} lines`, results[kind]));
}
