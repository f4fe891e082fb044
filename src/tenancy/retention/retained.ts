import type { Scope } from '../scope.js';
import type { RetentionSettings } from '../../settings/settings.js';

/**
 * One kind of what is removed when it is old. Providers of this class are found by the retention sweep of
 * `privacy/retention`, wherever they stand.
 */
export abstract class Retained {
  constructor(
    /** What it is called in the table of the terminal and in the audit log, such as `requests`. */
    readonly kind: string,
    /** The setting that says how many days it is kept; null there keeps it for good. */
    readonly setting: keyof RetentionSettings,
  ) {}

  /**
   * Removes what is older, in small steps with a transaction each, so that no caller waits long for rows that are
   * locked. The sweep may stop after any step.
   * @param isDryRun counts what would be removed, and removes nothing
   * @returns yields how many a step removed
   */
  abstract steps(scope: Scope, before: Date, isDryRun: boolean): AsyncGenerator<number>;
}

/** Rows that are old by a column of their own. Those about single people leave out who has a legal hold (`unheld`). */
export interface OldRows {
  /** @returns how many {@link deleteOlder} would delete; at least `most` when there are so many */
  countOlder(tenantId: string, before: Date, most: number): Promise<number>;
  /** @returns how many were removed; fewer than `limit` when no older ones are left */
  deleteOlder(tenantId: string, before: Date, limit: number): Promise<number>;
}

const REMOVED_AT_ONCE = 1000;
const FIRST_COUNTED = 20_000;

/**
 * Counts in steps, so that a caller with little time may stop after any of them. Each looks at twice as many rows as
 * the one before, and so takes about as long as all before it.
 * @param count of no more than so many
 */
export async function* countedInSteps(count: (most: number) => Promise<number>): AsyncGenerator<number> {
  let known = 0;
  for (let most = FIRST_COUNTED; ; most *= 2) {
    const found = await count(most);
    yield Math.max(0, found - known);
    if (found < most) return;
    known = found;
  }
}

/** The kinds that are {@link OldRows}. */
export abstract class RetainedRows extends Retained {
  constructor(
    kind: string,
    setting: keyof RetentionSettings,
    private readonly rows: OldRows,
  ) {
    super(kind, setting);
  }

  async *steps({ tenantId }: Scope, before: Date, isDryRun: boolean): AsyncGenerator<number> {
    if (isDryRun) {
      yield* countedInSteps((most) => this.rows.countOlder(tenantId, before, most));
      return;
    }
    for (;;) {
      const removed = await this.rows.deleteOlder(tenantId, before, REMOVED_AT_ONCE);
      yield removed;
      if (removed < REMOVED_AT_ONCE) return;
    }
  }
}
