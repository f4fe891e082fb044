import { setTimeout as delay } from 'node:timers/promises';

import type { BulkInput } from './bulk-input.js';
import { LINE_LIMIT_KIB } from './bulk-line.js';
import { type InputLine, readLines } from './line-reader.js';

/** Rows of one transaction: beyond a few hundred the rate no longer grows, and a retry costs more. */
const BATCH_ROWS = 500;
/** Limits memory and the size of a batch's statements when the lines are long. */
const BATCH_CHARACTERS = 4 * 1024 * 1024;

/** A caller who has sent nothing for so long waits for answers. */
const PAUSE_MS = 20;

/**
 * Groups the arriving lines: a batch grows while the one before it is at work. Once that is done it is closed as soon
 * as the caller pauses, so that a caller who needs answers before sending more gets them. What is sent together is
 * applied together, so that rows of a small file see each other. A socket delivers about 120 lines at a time; batches
 * of that size would cost a third more.
 */
export async function* batchesOf(
  { stream, mostIdleBytes }: BulkInput,
  atWork: () => Promise<void>,
  ended?: Promise<never>,
): AsyncGenerator<InputLine[]> {
  const arrivals = readLines(stream, LINE_LIMIT_KIB * 1024, mostIdleBytes);
  let batch: InputLine[] = [];
  let size = 0;
  const take = (): InputLine[] => {
    const full = batch;
    batch = [];
    size = 0;
    return full;
  };
  try {
    let arrival = nextOf(arrivals, ended);
    for (;;) {
      if (batch.length > 0 && !(await isFirst(arrival, atWork()))) yield take();
      const { done, value: lines } = await arrival;
      if (done === true) break;
      arrival = nextOf(arrivals, ended);
      for (const line of lines) {
        batch.push(line);
        size += line.text?.length ?? 0;
        if (batch.length >= BATCH_ROWS || size >= BATCH_CHARACTERS) yield take();
      }
    }
    if (batch.length > 0) yield take();
  } catch (error) {
    // What stands before a part that cannot be read is applied, and the error comes after its answers.
    if (batch.length > 0) yield take();
    throw error;
  } finally {
    // Not awaited: it would wait for a caller who sends nothing more.
    void arrivals.return(undefined);
  }
}

/** A failure is handled where the promise is awaited, perhaps a batch later. */
function nextOf<T>(
  values: AsyncGenerator<T, void>,
  ended: Promise<never> | undefined,
): Promise<IteratorResult<T, void>> {
  const next = ended === undefined ? values.next() : Promise.race([values.next(), ended]);
  next.catch(() => undefined);
  return next;
}

/** Whether `one` is settled before a pause after `other`. */
async function isFirst(one: Promise<unknown>, other: Promise<unknown>): Promise<boolean> {
  const settled = (promise: Promise<unknown>, answer: boolean): Promise<boolean> =>
    promise.then(
      () => answer,
      () => answer,
    );
  return Promise.race([settled(one, true), settled(other, false).then((answer) => delay(PAUSE_MS, answer))]);
}
