import { createHash } from 'node:crypto';

import { UNDO_PREFIX } from '../../tenancy/sync-run.js';
import type { UserHistoryEntry } from '../history/user-change.entity.js';

const LONGEST_NAME = 100;

/** The name of the run that undoes this one. It is a run too, so it can be listed and undone. */
export function undoRunOf(run: string): string {
  const name = `${UNDO_PREFIX}${run}`;
  if (name.length <= LONGEST_NAME) return name;
  const digest = createHash('sha256').update(run).digest('hex').slice(0, 16);
  return `${name.slice(0, LONGEST_NAME - digest.length - 1)}.${digest}`;
}

type OfRun = Pick<UserHistoryEntry, 'run'>;

/** Whether an entry was made by the undo of the run, or by the undo of that. */
export function isOfUndo(run: string, entry: OfRun): boolean {
  const undo = undoRunOf(run);
  return entry.run === undo || entry.run === undoRunOf(undo);
}

/** Whether an undo has put back what the run did before these entries, and was not undone itself. */
export function isUndone(run: string, later: readonly OfRun[]): boolean {
  return later.findLast((entry) => isOfUndo(run, entry))?.run === undoRunOf(run);
}
