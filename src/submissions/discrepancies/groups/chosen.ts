import type { Discrepancy } from '../../entities/discrepancy.entity.js';

/** How far an administrator has seen the records before a decision. */
export interface Seen {
  /** Of the last change of the tenant. */
  readonly stamp: number;
  /** When that was, in milliseconds. */
  readonly at: number;
}

/** Groups that an administrator has chosen to decide about together. */
export interface Chosen {
  readonly groupKeys: readonly string[];
  /** Groups of other fields, of which only the submissions of the first ones are meant. */
  readonly alsoGroupKeys: readonly string[];
  /** The ID of the newest discrepancy that is meant. */
  readonly newest: number;
  readonly seen: Seen;
}

type Open = Pick<Discrepancy, 'id' | 'groupKey'>;

/**
 * Which discrepancies of a submission are chosen. None is when the submission is in none of the chosen groups.
 * @param open those of one submission that are open
 */
export function chosenOf<T extends Open>(open: readonly T[], chosen: Omit<Chosen, 'seen'>): T[] {
  const { groupKeys, alsoGroupKeys, newest } = chosen;
  const seen = open.filter(({ id }) => id <= newest);
  const isIn = (keys: readonly string[], { groupKey }: Open): boolean =>
    groupKey !== null && keys.includes(groupKey);
  if (!seen.some((one) => isIn(groupKeys, one))) return [];
  return seen.filter((one) => isIn(groupKeys, one) || isIn(alsoGroupKeys, one));
}
