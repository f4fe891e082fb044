import { type Holder, SharedPlaces } from '../../concurrency/shared-places.js';
import { DryRunsBusy, DryRunTooSlow } from '../../errors/request.errors.js';

const LONGEST_WAIT_MS = 30_000;
/** Lines of a file arrive within milliseconds of each other. */
const PATIENCE_MS = 1000;
/** A sender who lets others wait so long, a line now and then, has held the place for most of that time. */
const MOST_WAITED_MS = 10_000;

/**
 * Places of dry runs. Each uses a connection of the database while its lines arrive, so that one tenant gets at most
 * half of them, and a sender who is slow loses its connection to another caller.
 */
export function dryRunPlaces(most: number): SharedPlaces {
  return new SharedPlaces({
    most: Math.max(1, most),
    mostOfGroup: Math.max(1, Math.floor(most / 2)),
    longestWaitMs: LONGEST_WAIT_MS,
    patienceMs: PATIENCE_MS,
    mostWaitedMs: MOST_WAITED_MS,
    refuse: () => new DryRunsBusy(),
    takeAway: () => new DryRunTooSlow(),
  });
}

export function holderOf({ tenantId, actor }: { readonly tenantId: string; readonly actor: string }): Holder {
  return { group: tenantId, caller: `${tenantId} ${actor}` };
}
