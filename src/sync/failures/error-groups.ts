import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';
import type { SyncItem } from '../entities/sync-item.entity.js';
import { type CountedGroup, ErrorGroupsRepository } from './error-groups.repository.js';
import { errorGroupOf, errorTextOf, OTHER_GROUP } from './error-text.js';

/** A tenant has so many error groups. */
const MOST_GROUPS = 500;

/** Failures whose messages are alike. */
export type ErrorGroup = Omit<CountedGroup, 'lastError'> & { readonly text: string };

/** Groups failed deliveries by what their messages have in common. */
@Injectable()
export class ErrorGroups {
  constructor(private readonly groups: ErrorGroupsRepository) {}

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
}

function groupOf({ syncStatus, blocked, targetSystem, lastError }: SyncItem): string | null {
  if (syncStatus !== 'failed' || blocked) return null;
  return errorGroupOf(targetSystem ?? '', errorTextOf(lastError));
}
