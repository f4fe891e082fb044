import type { MatchDto } from '../../src/identity/match/match.dto.js';
import type { Load } from '../support/cost.js';
import { Connections, type Headers, timed } from '../support/load.js';

const AT_ONCE = 4;

/** What became of one question: the confidence of the right person, and of the first wrong one. */
export interface Answered {
  readonly right: number;
  readonly wrong: number;
}

export interface Question {
  readonly body: object;
  /** Of the right person. */
  readonly address?: unknown;
}

/** Asks a service who each body is about, four at once. */
export async function askAll(
  baseUrl: string,
  headers: Headers,
  questions: readonly Question[],
): Promise<{ readonly load: Load; readonly answers: Answered[] }> {
  const connections = new Connections(baseUrl, headers, AT_ONCE);
  const answers: Answered[] = [];
  const load = await timed(questions, AT_ONCE, async ({ body, address }) => {
    const { candidates } = await connections.data<MatchDto>('POST', '/api/v1/integration/users/match', body);
    const isRight = ({ user }: (typeof candidates)[number]): boolean => user.email === address;
    const right = candidates.find(isRight)?.confidence ?? 0;
    const wrong = candidates.find((one) => !isRight(one))?.confidence ?? 0;
    answers.push({ right, wrong });
  });
  await connections.close();
  return { load, answers };
}
