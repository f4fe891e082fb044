import { Injectable } from '@nestjs/common';

import type { Reader } from '../../database/transaction/reader.js';
import type { Scope } from '../../tenancy/scope.js';
import { kindOf } from '../../users/history/provenance.js';
import type { UserHistoryEntry } from '../../users/history/user-change.entity.js';
import { UserChangesRepository } from '../../users/history/user-changes.repository.js';
import type { FieldChange } from '../../users/model/fields/field-changes.js';
import type { IdentityConflictEntry } from './identity-conflict.entity.js';

type AppliedConflict = Pick<IdentityConflictEntry, 'userId' | 'applied' | 'seen'>;

/** What has become of a user since the first row that was applied with a warning, that row included. */
export interface AppliedChanges {
  readonly changes: readonly FieldChange[];
  /**
   * Whether an administrator has de-provisioned the user since: then it is the former one who has left. A status that a
   * source sends is that of the person whom its rows are about.
   */
  readonly hasLeftSince: boolean;
}

/** Each field once: its first value before, with the approval that ended then, and its last value after. */
export function netChanges(changes: readonly FieldChange[]): FieldChange[] {
  const net = new Map<string, FieldChange>();
  for (const change of changes) {
    const first = net.get(change.field);
    net.set(change.field, first === undefined ? change : { ...first, after: change.after });
  }
  return [...net.values()];
}

function isLeaving(entries: readonly UserHistoryEntry[]): boolean {
  const statuses = entries.flatMap((entry) =>
    (entry.fields ?? [])
      .filter(({ field }) => field === 'accountStatus')
      .map(({ after }) => ({ after, by: kindOf(entry, null) })),
  );
  const last = statuses.at(-1);
  return last?.after === 'inactive' && last.by === 'administrator';
}

/**
 * What has become of users whose rows were applied with a warning. Later rows of the other person ask nothing, because
 * what they send is stored; the history has what they have changed.
 */
@Injectable()
export class AppliedRows {
  constructor(private readonly history: UserChangesRepository) {}

  /** Null where no row was applied. */
  async changes(
    scope: Scope,
    reader: Reader,
    { userId, applied }: AppliedConflict,
  ): Promise<AppliedChanges | null> {
    if (applied === null) return null;
    const later = await this.history.since(scope, reader, [userId], applied.entry + 1);
    const changes = netChanges([...applied.changes, ...later.flatMap(({ fields }) => fields ?? [])]);
    return { changes, hasLeftSince: isLeaving(later) };
  }

  /** The entries of the history since the user was seen last; none where no row was applied. */
  async unseen(scope: Scope, reader: Reader, { userId, seen }: AppliedConflict): Promise<UserHistoryEntry[]> {
    const entry = seen?.entry ?? null;
    return entry === null ? [] : this.history.since(scope, reader, [userId], entry + 1);
  }
}
