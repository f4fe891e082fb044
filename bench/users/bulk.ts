import { type Comparison, costOf, type Load, type Target, takeTurns } from '../support/cost.js';
import type { Client } from '../support/client.js';
import type { ReportRow } from '../support/report.js';
import { compareInRounds } from '../support/rounds.js';
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
export function measureBulk(subjects: Subjects, rounds: number, lines: number): Promise<ReportRow[]> {
  const size = lines.toLocaleString('en-US');
  const measure = async (round: number): Promise<Record<string, Comparison>> => {
    const set = `b${round}`;
    const compared: Record<string, Comparison> = {};
    for (const kind of KINDS) {
      const edition = kind === 'inserted' ? 1 : 2;
      const people = peopleOf(set, lines, edition);
      compared[`bulk ${kind}, ${size} lines`] = await compare(subjects, kind, people, round);
      await subjects.checkStored(set, lines, edition, ['service', 'limit']);
    }
    return compared;
  };
  return compareInRounds('Bulk', rounds, measure, 1);
}
