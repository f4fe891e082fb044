import { type Comparison, type Cost, costOf, type Load, takeTurns } from '../support/cost.js';
import { send } from '../support/load.js';
import type { ReportRow } from '../support/report.js';
import { compareInRounds } from '../support/rounds.js';
import { peopleOf, type Person } from './people.js';
import type { Subject, Subjects } from './subjects.js';

const AT_ONCE = [1, 16, 64] as const;
const KINDS = ['insert', 'update', 'unchanged'] as const;
type Kind = (typeof KINDS)[number];

const EDITIONS: Readonly<Record<Kind, number>> = { insert: 1, update: 2, unchanged: 2 };

/** Sends the same posts to the service, to the handwritten ones and as bare statements. */
function postAll(
  { service, handwritten, sameWork, limit, limitTarget }: Subjects,
  kind: Kind,
  people: readonly Person[],
  atOnce: number,
  turn: number,
): Promise<Comparison> {
  const calls = people.map((person) => ({ body: JSON.stringify(person) }));
  const status = kind === 'insert' ? 201 : 200;
  const posted = ({ target, endpoint }: Subject): Promise<Cost> =>
    costOf(target, people.length, () => send(endpoint, calls, atOnce, status));
  const bare = (): Promise<Load> =>
    kind === 'unchanged' ? limit.lookUpSingly(people, atOnce) : limit.upsertSingly(people, atOnce);
  return takeTurns(turn, {
    service: () => posted(service),
    handwritten: () => posted(handwritten),
    sameWork: () => posted(sameWork),
    limit: () => costOf(limitTarget, people.length, bare),
  });
}

/** Single posts at 1, 16 and 64 at once; new people in each round. */
export function measurePosts(subjects: Subjects, rounds: number, posts: number): Promise<ReportRow[]> {
  return compareInRounds('Posts', rounds, async (round) => {
    const compared: Record<string, Comparison> = {};
    for (const atOnce of AT_ONCE) {
      const count = atOnce === 1 ? Math.ceil(posts / 4) : posts;
      const set = `r${round}c${atOnce}`;
      for (const kind of KINDS) {
        const people = peopleOf(set, count, EDITIONS[kind]);
        compared[`post ${kind}, ${atOnce} at once`] = await postAll(subjects, kind, people, atOnce, round);
        await subjects.checkStored(set, count, EDITIONS[kind]);
      }
    }
    return compared;
  });
}
