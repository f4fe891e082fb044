import type { RefusedRow } from '../../../client/src/index.js';

type AnswerError = Pick<RefusedRow<unknown>['error'], 'code' | 'details'>;

/** A line of the answer to a bulk call. */
export interface BulkLine {
  readonly line: number;
  readonly success: boolean;
  readonly id?: string;
  readonly message?: string;
  readonly error?: AnswerError;
}

/** The names of the refused fields of an answer. */
export function fieldsIn(error: AnswerError | undefined): string[] {
  return [...new Set((error?.details ?? []).map(({ field }) => field))];
}

/** Runs a task for each item, a few at a time, and answers in the order of the items. */
export async function eachOf<T, R>(items: readonly T[], task: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index] as T;
      results[index] = await task(item);
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return results;
}
