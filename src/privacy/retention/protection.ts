import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';

/** Legal holds: what the sweep must leave. */
export abstract class Protection {
  /** Whether the tenant is under a legal hold: then nothing of it is removed. */
  abstract holdsTenant(scope: Scope): boolean;

  /** Which of these people are under a legal hold of their own. */
  abstract heldAmong(scope: Scope, userIds: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Erases people, one at a time. */
export abstract class PeopleErasure {
  /** @returns whether the erasure began with this call */
  abstract start(scope: Scope, userId: string): Promise<boolean>;
}

/** Removes old entries of the audit log without breaking its chain. */
export abstract class AuditRemoval {
  /** @returns how many were removed; undefined when none is that old */
  abstract removeBefore(
    scope: Scope,
    transaction: Transaction,
    before: Date,
    limit: number,
  ): Promise<{ readonly entries: number } | undefined>;
}

export const NO_PROTECTION: Protection = {
  holdsTenant: () => false,
  heldAmong: () => Promise.resolve(new Set()),
};
export const NO_ERASURE: PeopleErasure = { start: () => Promise.resolve(false) };
export const NO_REMOVAL: AuditRemoval = { removeBefore: () => Promise.resolve(undefined) };
