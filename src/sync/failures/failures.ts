import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../database/transaction/transaction.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf, wallTime } from '../../tenancy/tenant-clock.js';
import type { FailedItem } from '../entities/failed-item.entity.js';
import type { SyncErrorGroup } from '../entities/sync-error-group.entity.js';
import type { SyncItem } from '../entities/sync-item.entity.js';
import { keyOf } from '../sync.repository.js';
import { errorGroupOf, errorTextOf, OTHER_GROUP } from './error-text.js';
import { FailuresRepository } from './failures.repository.js';

/** So many error groups of a tenant are told apart. */
const MOST_GROUPS = 500;
/** An error group without items is forgotten so long after it was last seen. */
const REMEMBERED_MS = 90 * 86_400_000;

/** An item before and after a step; both are locked. */
export interface ItemChange {
  readonly before: SyncItem;
  readonly after: SyncItem;
}

/** What a transaction will write about failures. */
export interface FailurePlan {
  readonly gone: readonly FailedItem[];
  readonly come: readonly FailedItem[];
  readonly groups: readonly SyncErrorGroup[];
}

const isFailed = ({ syncStatus }: SyncItem): boolean => syncStatus === 'failed';

/** Keeps why items are failed, beside the items: which wait for a decision, and which messages are alike. */
@Injectable()
export class Failures {
  constructor(
    private readonly failures: FailuresRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Reads what {@link write} needs. Steps of items that were and are not failed cost nothing. */
  async plan(scope: Scope, transaction: Transaction, changes: readonly ItemChange[]): Promise<FailurePlan> {
    const left = changes.filter(({ before }) => isFailed(before)).map(({ before }) => before);
    const failed = changes.filter(({ after }) => isFailed(after)).map(({ after }) => after);
    const known = await this.failures.find(
      scope,
      transaction,
      left.map(({ submissionId }) => submissionId),
    );
    const names = new Set(left.map(keyOf));
    return {
      gone: known.filter((row) => names.has(keyOf(row))),
      ...(await this.grouped(scope, transaction, failed)),
    };
  }

  /** Writes the plan. Call it late in a transaction: writers of the same counters wait for each other. */
  async write(scope: Scope, transaction: Transaction, { gone, come, groups }: FailurePlan): Promise<void> {
    const kept = new Set(come.map(keyOf));
    await this.failures.remove(
      scope,
      transaction,
      gone.filter((row) => !kept.has(keyOf(row))),
    );
    await this.failures.put(transaction, come);
    await this.failures.addGroups(transaction, groups);
    await this.failures.count(scope, transaction, { less: gone, more: come }, nowOf(scope));
  }

  /** Deletes the texts of messages that were about these submissions alone: they may quote what was sent. */
  async forgetTextsOf(
    scope: Scope,
    transaction: Transaction,
    submissionIds: readonly string[],
  ): Promise<void> {
    const messages = await this.failures.messagesOf(scope, transaction, submissionIds);
    const groups = messages.map(({ targetSystem, lastError }) =>
      errorGroupOf(targetSystem ?? '', errorTextOf(lastError)),
    );
    await this.failures.forgetTexts(scope, transaction, [...new Set(groups)], submissionIds);
  }

  /** Deletes a part of the error groups that were not seen for long. */
  async forget(): Promise<void> {
    const before = new Date(wallTime().getTime() - REMEMBERED_MS);
    for (const { tenantId, ...key } of await this.failures.notSeenSince(before))
      await this.unitOfWork.run((transaction) => this.failures.forget(tenantId, transaction, key, before));
  }

  private async grouped(
    scope: Scope,
    transaction: Transaction,
    items: readonly SyncItem[],
  ): Promise<Pick<FailurePlan, 'come' | 'groups'>> {
    const { tenantId } = scope;
    const texts = new Map<string, string>();
    const rows = items.map((item): FailedItem => {
      const { submissionId, target, blocked, lastError, lastTransitionAt, updatedAt } = item;
      const targetSystem = item.targetSystem ?? '';
      const failedAt = lastTransitionAt ?? updatedAt;
      const place = { tenantId, submissionId, target, targetSystem, failedAt };
      if (blocked) return { ...place, failure: 'decision', errorGroup: '' };
      const text = errorTextOf(lastError);
      const errorGroup = errorGroupOf(targetSystem, text);
      texts.set(errorGroup, text);
      return { ...place, failure: 'delivery', errorGroup };
    });
    const groups = await this.newGroups(scope, transaction, texts);
    const told = (group: string): boolean => group === '' || groups.told.has(group);
    return {
      come: rows.map((row) => (told(row.errorGroup) ? row : { ...row, errorGroup: OTHER_GROUP })),
      groups: groups.added,
    };
  }

  /** The groups that are new, as far as the tenant may have more, and those that are told apart. */
  private async newGroups(
    scope: Scope,
    transaction: Transaction,
    texts: ReadonlyMap<string, string>,
  ): Promise<{ added: SyncErrorGroup[]; told: Set<string> }> {
    if (texts.size === 0) return { added: [], told: new Set() };
    const wanted = [...texts.keys()];
    const { known, count } = await this.failures.knownGroups(scope, transaction, wanted, MOST_GROUPS);
    const added = [...texts]
      .filter(([errorGroup]) => !known.has(errorGroup))
      .slice(0, Math.max(0, MOST_GROUPS - count))
      .map(([errorGroup, text]) => ({ tenantId: scope.tenantId, errorGroup, text }));
    const told = new Set([...known, ...added.map(({ errorGroup }) => errorGroup)]);
    return { added, told };
  }
}
