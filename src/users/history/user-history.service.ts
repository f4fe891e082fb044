import { Injectable } from '@nestjs/common';

import type { Scope } from '../../tenancy/scope.js';
import type { UserHistoryEntry } from './user-change.entity.js';
import { type HistoryRange, UserChangesRepository } from './user-changes.repository.js';

/** The history of a user: what changed, when, and who changed it. */
@Injectable()
export class UserHistoryService {
  constructor(private readonly changes: UserChangesRepository) {}

  /**
   * A part of the history, and how many entries there are in all.
   * @param userId the 950/951 ID
   */
  page(
    scope: Scope,
    userId: string,
    range: HistoryRange,
  ): Promise<{ rows: UserHistoryEntry[]; total: number }> {
    return this.changes.page(scope, userId, range);
  }
}
