import { type Cost, costOf, takeTurns } from '../support/cost.js';
import { send } from '../support/load.js';
import type { ReportRow } from '../support/report.js';
import { compareInRounds } from '../support/rounds.js';
import type { Subject, Subjects } from './subjects.js';

const AT_ONCE = 16;

/**
 * `GET /api/v1/integration`, which checks the credential, against a bare handler. No statement is needed, so there is
 * no limit.
 */
export function measureRoot(
  { service, handwritten }: Subjects,
  rounds: number,
  count: number,
): Promise<ReportRow[]> {
  const calls = Array.from({ length: count }, () => ({}));
  const get = ({ target, endpoint }: Subject, path: string): Promise<Cost> =>
    costOf(target, count, () => send({ ...endpoint, path }, calls, AT_ONCE, 200));
  return compareInRounds('Root check', rounds, async (round) => ({
    [`root check, ${AT_ONCE} at once`]: await takeTurns(round, {
      service: () => get(service, '/api/v1/integration'),
      handwritten: () => get(handwritten, '/'),
    }),
  }));
}
