import { plural, t } from '@lingui/core/macro';

import { messageOf } from '../api/http';
import type { BatchOutcome, Failure } from '../ui/batch-results';

/** The largest batch that the API takes. */
const LARGEST_BATCH = 100;

/** What the API answers for one id of a batch. */
export interface Result {
  readonly ok: boolean;
  readonly message?: string;
}

export interface Sent<T extends Result = Result> {
  readonly results: ReadonlyMap<string, T>;
  /** Why the ids without a result have none. */
  readonly rest?: Failure;
}

/**
 * Sends the ids in batches. The API answers one result for each id, in the same order. When a later batch fails, none
 * is sent after it, and what was done before stays so.
 * @throws what the first batch has thrown: there are no results then
 */
export async function inBatches<T extends Result>(
  ids: readonly string[],
  send: (some: readonly string[]) => Promise<readonly T[]>,
  size = LARGEST_BATCH,
): Promise<Sent<T>> {
  const results = new Map<string, T>();
  for (let start = 0; start < ids.length; start += size) {
    const some = ids.slice(start, start + size);
    let answers: readonly T[];
    try {
      answers = await send(some);
    } catch (error) {
      if (start === 0) throw error;
      return { results, rest: restOf(ids.length - start, error) };
    }
    some.forEach((id, index) => {
      const answer = answers[index];
      if (answer !== undefined) results.set(id, answer);
    });
  }
  return { results };
}

function restOf(count: number, error: unknown): Failure {
  const id = plural(count, { one: 'The last one', other: 'The last #' });
  return { id, message: messageOf(error), count };
}

export function outcomeOf({ results, rest }: Sent, verb: string): BatchOutcome {
  const failures = [...results].flatMap(([id, { ok, message }]) =>
    ok ? [] : [{ id, message: message ?? t`No reason was given.` }],
  );
  const doneCount = results.size - failures.length;
  return {
    done: `${doneCount} ${verb}`,
    doneCount,
    failures: rest === undefined ? failures : [...failures, rest],
  };
}
