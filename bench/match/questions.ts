import type { Pool } from 'undici';

import type { MatchDto } from '../../src/identity/match/match.dto.js';
import type { Client } from '../support/client.js';

const MATCH = '/api/v1/integration/users/match';
export const AT_ONCE = 4;

/** What became of one question: the confidence of the right person, and of the first wrong one. */
export interface Answered {
  readonly right: number;
  readonly wrong: number;
  readonly ms: number;
}

async function ask(pool: Pool, headers: Client['headers'], body: object): Promise<MatchDto> {
  const { statusCode, body: answer } = await pool.request({
    method: 'POST',
    path: MATCH,
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (statusCode !== 200) throw new Error(`match answered ${statusCode}: ${text}`);
  return (JSON.parse(text) as { data: MatchDto }).data;
}

/** @param address of the right person */
export async function answerTo(
  client: Client,
  pool: Pool,
  body: object,
  address: unknown,
): Promise<Answered> {
  const start = performance.now();
  const { candidates } = await ask(pool, client.headers, body);
  const ms = performance.now() - start;
  const isRight = ({ user }: (typeof candidates)[number]): boolean => user.email === address;
  const right = candidates.find(isRight)?.confidence ?? 0;
  const wrong = candidates.find((one) => !isRight(one))?.confidence ?? 0;
  return { right, wrong, ms };
}

export async function askAll<T>(
  items: readonly T[],
  work: (item: T) => Promise<Answered>,
): Promise<Answered[]> {
  const waiting = [...items];
  const answers: Answered[] = [];
  const worker = async (): Promise<void> => {
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) answers.push(await work(item));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return answers;
}
