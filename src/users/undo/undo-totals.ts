import { isWhole, type RunPart } from '../history/run-part.js';
import type { Reversal } from './decide-undo.js';
import { undoRunOf } from './undo-run.js';

/** What an undo did, or would do. */
export interface UndoTotals {
  /** People whom the run changed. */
  people: number;
  /** People with at least one field that goes back, the de-provisioned included. */
  putBack: number;
  fields: number;
  deprovisioned: number;
  restored: number;
  /** Fields that were changed since. */
  kept: number;
  /** Fields whose former value belongs to another person now. */
  taken: number;
}

export function noTotals(): UndoTotals {
  return { people: 0, putBack: 0, fields: 0, deprovisioned: 0, restored: 0, kept: 0, taken: 0 };
}

export function addReversal(totals: UndoTotals, { fields, kept }: Reversal): void {
  const status = fields.find(({ field }) => field === 'accountStatus')?.after;
  totals.people += 1;
  totals.putBack += fields.length > 0 ? 1 : 0;
  totals.fields += fields.length;
  totals.deprovisioned += status === 'inactive' ? 1 : 0;
  totals.restored += status === 'active' ? 1 : 0;
  totals.kept += kept.filter(({ reason }) => reason === 'changed since').length;
  totals.taken += kept.filter(({ reason }) => reason === 'taken').length;
}

/** What was chosen of a run; of people who were named, how many. */
export interface ChosenPart extends Omit<RunPart, 'userIds'> {
  readonly users?: number | undefined;
}

/** Null for all of a run. */
export function chosenPart(part: RunPart): ChosenPart | null {
  const { kind, field, userIds } = part;
  return isWhole(part) ? null : { kind, field, users: userIds?.length };
}

/** The audit entry of an undo as a whole; changes of an account's status or role have entries of their own. */
export function undoneEntry(
  run: string,
  part: RunPart,
  totals: UndoTotals,
  isFinished: boolean,
): { action: string; target: string; after: Record<string, unknown> } {
  const chosen = chosenPart(part);
  return {
    action: 'run.undone',
    target: `run:${run}`,
    after: {
      run: undoRunOf(run),
      ...(chosen === null ? {} : { part: chosen }),
      ...totals,
      isFinished,
    },
  };
}
