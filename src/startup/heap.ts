import { setFlagsFromString } from 'node:v8';

/** Growth beyond the live objects, in per cent. V8 itself allows a busy process up to 300 and an idle one 30. */
export const HEAP_GROWTH = '--heap-growing-percent=200';

/**
 * Lets the heap grow after an idle hour as in a busy one. V8 shrinks the heap of an idle process and then lets it grow
 * by 30 % only, which the buffers of one page of 5,000 records nearly use up: each page then costs a full collection,
 * and 180 ms of CPU instead of 55. The nightly run always follows idle hours.
 */
export function growHeapFreely(): void {
  setFlagsFromString(HEAP_GROWTH);
}
