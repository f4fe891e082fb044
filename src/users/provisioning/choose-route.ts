import type { Expectation } from './forecast.js';

/** How a batch finds out which of its people are stored. Each route is a class in `routes/`. */
export type RouteName = 'insert unseen' | 'lock first' | 'look first';

export interface Situation {
  readonly expected: Expectation;
  /** Whether a unique index would refuse the batch if one of its people were stored (see `canInsertUnseen`). */
  readonly canInsertUnseen: boolean;
  /** Whether another room takes part in the transaction, which is then needed even when no person changes. */
  readonly hasCompanion: boolean;
  /** Whether an attempt with this batch has failed. */
  readonly hasFailed: boolean;
}

/**
 * Which route a batch takes (docs/decisions/0001). Reading people first who are then written adds a quarter to the
 * price of an insert; people who are unchanged cost nothing but that read.
 */
export function chooseRoute(situation: Situation): RouteName {
  const { expected, canInsertUnseen, hasCompanion, hasFailed } = situation;
  if (hasFailed) return 'look first';
  if (expected.onlyNew && canInsertUnseen) return 'insert unseen';
  const willWrite = hasCompanion || expected.usual === 'inserted' || expected.usual === 'updated';
  return willWrite ? 'lock first' : 'look first';
}
