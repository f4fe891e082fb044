import type { Reversal } from '../../users/undo/decide-undo.js';
import { addReversal, noTotals, type UndoTotals } from '../../users/undo/undo-totals.js';
import { defaultName } from '../../users/model/user-defaults.js';

/** People whose fields stay; more are counted in the totals. */
const MOST_EXCEPTIONS = 200;

/** A person with something that is not put back. */
export interface UndoException {
  readonly userId: string;
  readonly userName: string;
  readonly isInserted: boolean;
  readonly kept: readonly {
    readonly field: string;
    /** The value now. */
    readonly value: unknown;
    readonly reason: 'changed since' | 'taken';
    readonly at: string | null;
    readonly actor: string | null;
    readonly run: string | null;
    /** The user who has the former value. */
    readonly owner: string | null;
  }[];
}

/** Collects what an undo does, or would do, in constant memory. */
export class UndoReport {
  readonly totals: UndoTotals = noTotals();
  readonly exceptions: UndoException[] = [];
  /** People with something that is not put back. */
  exceptionCount = 0;

  add(reversal: Reversal): void {
    addReversal(this.totals, reversal);
    const { user, isInserted, kept } = reversal;
    if (kept.length === 0) return;
    this.exceptionCount += 1;
    if (this.exceptions.length >= MOST_EXCEPTIONS) return;
    this.exceptions.push({
      userId: user.id,
      userName: user.name ?? defaultName(user),
      isInserted,
      kept: kept.map(({ field, value, reason, by, owner = null }) => ({
        field,
        value,
        reason,
        at: by?.at.toISOString() ?? null,
        actor: by?.actor ?? null,
        run: by?.run ?? null,
        owner,
      })),
    });
  }
}
