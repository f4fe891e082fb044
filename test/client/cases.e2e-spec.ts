import { jest } from '@jest/globals';

import type { Case, GivenAnswer, Outcome } from './cases/case.js';
import { readCases } from './cases/case.js';
import { CaseRun, factsOf, type Happened, refusesAll } from './cases/case-run.js';

interface Body {
  readonly message?: string;
  readonly data?: unknown;
  readonly meta?: object;
  readonly warnings?: readonly object[];
}

const bodyOf = ({ json }: GivenAnswer): Body => json as Body;

beforeEach(() => {
  jest.useFakeTimers({
    doNotFake: [
      'Date',
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'clearImmediate',
      'setInterval',
      'clearInterval',
    ],
  });
});

describe.each(readCases())('%s', (_, cases) => {
  it.each(cases.map((one) => [one.name, one] as const))('%s', async (_name, one) => {
    const happened = await new CaseRun(one).run();
    const requests = one.exchanges.flatMap(({ request }) => (request === undefined ? [] : [request]));
    expect(happened.seen).toEqual(requests);
    expectEnd(one.outcome, happened);
    expectValues(one, happened);
    if (one.outcome.waits !== undefined) expectWaits(one.outcome.waits, happened.waits);
  });
});

function expectEnd(outcome: Outcome, { error }: Happened): void {
  if (outcome.isRefused === true) expect(error).toBeInstanceOf(TypeError);
  else if (outcome.error === undefined) expect(error).toBeUndefined();
  else expect(factsOf(error)).toMatchObject(outcome.error);
  if (outcome.isRefusal !== undefined) expect(refusesAll(error)).toBe(outcome.isRefusal);
}

function expectValues({ outcome, exchanges }: Case, happened: Happened): void {
  const answers = exchanges.map(({ answer }) => answer);
  if (outcome.tenantId !== undefined) expect(happened.value).toMatchObject({ tenantId: outcome.tenantId });
  if (outcome.answer !== undefined)
    expect(happened.value).toMatchObject(
      outcome.answer === 'as answered' ? asAnswered(answers.at(-1) ?? {}) : outcome.answer,
    );
  if (outcome.items !== undefined)
    expect(happened.items).toEqual(outcome.items === 'as answered' ? dataOf(answers) : outcome.items);
  if (outcome.nextSince !== undefined) expect(happened.nextSince ?? null).toBe(outcome.nextSince);
  if (outcome.steps !== undefined) expect(happened.steps).toEqual(outcome.steps);
  if (outcome.rows !== undefined) expect(happened.rows).toMatchObject(outcome.rows);
  if (outcome.summary !== undefined) expect(happened.summary).toEqual(outcome.summary);
}

function asAnswered(answer: GivenAnswer): object {
  const { message, data, meta = {}, warnings = [] } = bodyOf(answer);
  return { status: answer.status, message, data, meta, warnings, attempts: 1 };
}

function dataOf(answers: readonly GivenAnswer[]): unknown[] {
  return answers.filter(({ status }) => status === 200).flatMap((answer) => bodyOf(answer).data as unknown[]);
}

function expectWaits(ranges: readonly (readonly [number, number])[], waits: readonly number[]): void {
  const fits = waits.map((wait, place) => {
    const [shortest = 0, longest = -1] = ranges[place] ?? [];
    return wait >= shortest && wait <= longest ? ranges[place] : wait;
  });
  expect(fits).toEqual(ranges);
}
