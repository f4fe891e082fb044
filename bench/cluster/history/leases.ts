import type { Anomaly, Operation } from './history.js';

/** A connector takes an item, gives it back (`end`), or has sent it, for good; a lease is never prolonged. */
export interface LeaseAction {
  readonly kind: 'claim' | 'end' | 'sent';
  readonly item: string;
  readonly claim: string;
  /** Of a claim. */
  readonly leaseMs?: number;
}

/** The time in which a connector certainly holds an item; of one that it has sent, all the time since. */
interface Hold {
  readonly item: string;
  readonly claim: string;
  readonly invokedAt: number;
  readonly from: number;
  readonly until: number;
}

/**
 * An item has one holder at a time. A claim is made at one moment of its call, so a holder has the item for certain
 * from the answer on, until its lease can have ended first, or until it said that it was done.
 * @param toleranceMs by how much a lease may end early: it is stored in milliseconds, and clocks differ
 */
export function checkLeases(operations: readonly Operation<LeaseAction>[], toleranceMs: number): Anomaly[] {
  const holds = new Map<string, Hold[]>();
  for (const hold of holdsOf(operations, toleranceMs))
    holds.set(hold.item, [...(holds.get(hold.item) ?? []), hold]);
  return [...holds.values()].flatMap((ofItem) =>
    ofItem.flatMap((one) =>
      ofItem
        .filter((other) => other.claim !== one.claim && other.invokedAt > one.from && other.from < one.until)
        .map(({ item, claim }) => ({
          kind: one.until === Infinity ? ('doubled' as const) : ('two holders' as const),
          text: `${item} was handed out as ${claim} while it was with ${one.claim}`,
        })),
    ),
  );
}

function holdsOf(operations: readonly Operation<LeaseAction>[], toleranceMs: number): Hold[] {
  const ended = new Map<string, number>();
  for (const { action, outcome, invokedAt } of operations)
    if (action.kind === 'sent' && outcome === 'ok') ended.set(action.claim, Infinity);
    else if (action.kind !== 'claim') ended.set(action.claim, invokedAt);
  return operations.flatMap(({ action, outcome, invokedAt, endedAt }) => {
    if (action.kind !== 'claim' || outcome !== 'ok') return [];
    const { item, claim, leaseMs = 0 } = action;
    const end = ended.get(claim) ?? Infinity;
    const isSent = ended.get(claim) === Infinity;
    const until = isSent ? Infinity : Math.min(invokedAt + leaseMs - toleranceMs, end);
    return [{ item, claim, invokedAt, from: endedAt, until }];
  });
}
