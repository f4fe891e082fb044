import { Injectable } from '@nestjs/common';

import type { Scope } from '../../tenancy/scope.js';
import type { UserHistoryEntry } from './user-change.entity.js';
import { RunChangesRepository } from './run-changes.repository.js';
import { type HistoryRange, UserChangesRepository } from './user-changes.repository.js';

/** The history of a user: what changed, when, and who changed it. */
@Injectable()
export class UserHistoryService {
  constructor(
    private readonly changes: UserChangesRepository,
    private readonly runChanges: RunChangesRepository,
  ) {}

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

  /** A part of what a run changed, and how many entries there are; beyond ten thousand they are not counted. */
  pageOfRun(
    scope: Scope,
    run: string,
    range: HistoryRange,
  ): Promise<{ rows: UserHistoryEntry[]; total: number; isCapped: boolean }> {
    return this.runChanges.pageOfRun(scope, run, range);
  }
}
