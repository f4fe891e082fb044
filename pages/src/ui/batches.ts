import { t } from '@lingui/core/macro';

import type { BatchOutcome } from './batch-results';

/** The largest batch that the API takes. */
const LARGEST_BATCH = 100;

/** What the API answers for one id of a batch. */
export interface Result {
  readonly ok: boolean;
  readonly message?: string;
}

/** Sends the ids in batches. The API answers one result for each id, in the same order. */
export async function inBatches<T extends Result>(
  ids: readonly string[],
  send: (some: readonly string[]) => Promise<readonly T[]>,
): Promise<ReadonlyMap<string, T>> {
  const results = new Map<string, T>();
  for (let start = 0; start < ids.length; start += LARGEST_BATCH) {
    const some = ids.slice(start, start + LARGEST_BATCH);
    const answers = await send(some);
    some.forEach((id, index) => {
      const answer = answers[index];
      if (answer !== undefined) results.set(id, answer);
    });
  }
  return results;
}

export function outcomeOf(results: ReadonlyMap<string, Result>, verb: string): BatchOutcome {
  const failures = [...results].flatMap(([id, { ok, message }]) =>
    ok ? [] : [{ id, message: message ?? t`No reason was given.` }],
  );
  const doneCount = results.size - failures.length;
  return { done: `${doneCount} ${verb}`, doneCount, failures };
}
