import type { Place } from '../../concurrency/shared-places.js';
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
 * @param atWork settles when no batch is at work
 * @param place is notified when there is nothing to do but wait for lines; no more are waited for once it is taken
 */
export async function* batchesOf(
  { stream, mostIdleBytes }: BulkInput,
  atWork: () => Promise<void>,
  place?: Place,
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
    let arrival = nextOf(arrivals, place);
    for (;;) {
      if (batch.length > 0 && !(await isFirst(arrival, atWork()))) yield take();
      const { done, value: lines } = await waitFor(arrival, atWork, place);
      if (done === true) break;
      arrival = nextOf(arrivals, place);
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
  place: Place | undefined,
): Promise<IteratorResult<T, void>> {
  const next = place === undefined ? values.next() : unlessAborted(values.next(), place.taken);
  next.catch(() => undefined);
  return next;
}

/** Unlike a race with a promise for the end, it lets go of each value: a promise keeps what was ever raced with it. */
function unlessAborted<T>(value: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      reject(signal.reason as Error);
    };
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort);
    value.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', abort);
    });
  });
}

async function waitFor<T>(
  arrival: Promise<T>,
  atWork: () => Promise<void>,
  place: Place | undefined,
): Promise<T> {
  if (place === undefined) return arrival;
  await Promise.race([settled(arrival, true), settled(atWork(), false)]);
  return place.wait(arrival);
}

function settled<T>(promise: Promise<unknown>, answer: T): Promise<T> {
  return promise.then(
    () => answer,
    () => answer,
  );
}

/** Whether `one` is settled before a pause after `other`. */
async function isFirst(one: Promise<unknown>, other: Promise<unknown>): Promise<boolean> {
  const paused = settled(other, false).then(
    (answer) =>
      new Promise<boolean>((resolve) => {
        setTimeout(resolve, PAUSE_MS, answer);
      }),
  );
  return Promise.race([settled(one, true), paused]);
}
