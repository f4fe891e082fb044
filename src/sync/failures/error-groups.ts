import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../database/transaction/transaction.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import type { Scope } from '../../tenancy/scope.js';
import { wallTime } from '../../tenancy/time/tenant-clock.js';
import type { SyncItem } from '../entities/sync-item.entity.js';
import { type CountedGroup, ErrorGroupsRepository } from './error-groups.repository.js';
import { errorGroupOf, errorTextOf, OTHER_GROUP } from './error-text.js';

/** A tenant has so many error groups. */
const MOST_GROUPS = 500;
/** What has no items is forgotten so long after it was last seen. */
const REMEMBERED_MS = 90 * 86_400_000;

/** Failures whose messages are alike. */
export type ErrorGroup = Omit<CountedGroup, 'lastError'> & { readonly text: string };

/** Groups failed deliveries by what their messages have in common. */
@Injectable()
export class ErrorGroups {
  constructor(
    private readonly groups: ErrorGroupsRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** The items with the groups of their messages; an item whose delivery has not failed has none. */
  async assign(scope: Scope, transaction: Transaction, items: readonly SyncItem[]): Promise<SyncItem[]> {
    const grouped = items.map((item) => ({ ...item, errorGroup: groupOf(item) }));
    const wanted = new Set(grouped.flatMap(({ errorGroup }) => errorGroup ?? []));
    if (wanted.size === 0) return grouped;
    const known = await this.groups.names(scope, transaction);
    const free = Math.max(0, MOST_GROUPS - known.size);
    const added = [...wanted].filter((group) => !known.has(group)).slice(0, free);
    const allowed = new Set([...known, ...added]);
    return grouped.map((item) =>
      item.errorGroup === null || allowed.has(item.errorGroup) ? item : { ...item, errorGroup: OTHER_GROUP },
    );
  }

  /** Those that have failed items, with most items first. */
  async list(
    scope: Scope,
    which: { readonly targetSystem?: string | undefined; readonly limit: number },
  ): Promise<ErrorGroup[]> {
    const groups = await this.groups.list(scope, which);
    return groups.map(({ lastError, ...group }) => ({
      ...group,
      text: group.errorGroup === OTHER_GROUP ? 'Other messages' : errorTextOf(lastError),
    }));
  }

  /** Forgets a part of the groups, target systems and form types without items that were not seen for long. */
  async forget(): Promise<void> {
    const before = new Date(wallTime().getTime() - REMEMBERED_MS);
    for (const counter of await this.groups.withoutItems(before))
      await this.unitOfWork.run((transaction) => this.groups.forget(transaction, counter, before));
  }
}

function groupOf({ syncStatus, blocked, targetSystem, lastError }: SyncItem): string | null {
  if (syncStatus !== 'failed' || blocked) return null;
  return errorGroupOf(targetSystem ?? '', errorTextOf(lastError));
}
