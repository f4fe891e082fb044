import { ValidationFailed } from '../../errors/request.errors.js';
import type { SyncTarget } from '../../settings/settings.js';
import type { SyncItem } from '../entities/sync-item.entity.js';

/** Which item of a submission a call means. */
export interface Chosen {
  /** Absent when the call names a target for which there is no item yet. */
  readonly item: SyncItem | undefined;
  /** What the item is for; undefined where the target system is a label that the call may change. */
  readonly target: string | undefined;
}

function refuseTarget(message: string): ValidationFailed {
  return new ValidationFailed([{ field: 'targetSystem', code: 'isTarget', message }]);
}

const listed = (names: readonly string[]): string => names.join(', ');

/**
 * Chooses the item of a submission by its target system (contract, section 8). A tenant without targets has one item,
 * and the name is its label. With targets the name may be left out while there is one item.
 * @param items the submission's, at least one
 * @param named null is as good as none
 * @throws {ValidationFailed} when no item, or no single one, is meant; the message names the targets
 */
export function chooseItem(
  items: readonly SyncItem[],
  targets: readonly SyncTarget[],
  named: string | null | undefined,
): Chosen {
  const names = targets.map(({ name }) => name);
  const own = items.map(({ targetSystem }) => targetSystem).filter((name) => name !== null);
  const hasTargets = names.length > 0 || items.some(({ target }) => target !== '');
  if (!hasTargets) return { item: items[0], target: undefined };
  if (named === null || named === undefined) {
    if (items.length === 1) return { item: items[0], target: items[0]?.target };
    throw refuseTarget(`targetSystem is required, as the submission has an item for each of ${listed(own)}`);
  }
  const item = items.find(({ targetSystem }) => targetSystem === named);
  if (item !== undefined) return { item, target: item.target };
  if (names.includes(named)) return { item: undefined, target: named };
  throw refuseTarget(`targetSystem must be one of ${listed([...new Set([...own, ...names])])}`);
}

/**
 * The same for a call about an item that exists.
 * @throws {ValidationFailed} when there is none for that target yet, as well
 */
export function chooseExisting(
  items: readonly SyncItem[],
  targets: readonly SyncTarget[],
  named: string | null | undefined,
): Chosen & { readonly item: SyncItem } {
  const { item, target } = chooseItem(items, targets, named);
  if (item === undefined)
    throw refuseTarget(`targetSystem ${target ?? ''} has no item of this submission yet; a replay makes it`);
  return { item, target };
}

/**
 * The target for which a replay queues a submission that is queued for none yet.
 * @returns undefined for an item that has been queued before, or where there are no targets
 * @throws {ValidationFailed} when there are several targets, and the replay names none
 */
export function targetOfFirst(item: SyncItem, targets: readonly SyncTarget[]): string | undefined {
  if (item.target !== '' || item.syncStatus !== 'not_queued') return undefined;
  if (targets.length <= 1) return targets[0]?.name;
  const names = listed(targets.map(({ name }) => name));
  throw refuseTarget(`targetSystem is required, as the submission is queued for none of ${names} yet`);
}
