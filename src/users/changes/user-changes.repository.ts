import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';

import { later } from '../../database/pending-statements.js';
import { statementsOf } from '../../database/statements.js';
import type { Scope } from '../../tenancy/scope.js';
import { UserHistoryEntry } from './user-change.entity.js';

/** Which part of a history, in which order. */
export interface HistoryWindow {
  readonly order: 'ASC' | 'DESC';
  readonly offset: number;
  readonly limit: number;
}

/** There is no update and no delete here, on purpose. */
@Injectable()
export class UserChangesRepository {
  constructor(@InjectRepository(UserHistoryEntry) private readonly entries: Repository<UserHistoryEntry>) {}

  /** One statement for a batch. Plain INSERT, whose ids the server hands out without a lock on the table. */
  async add(manager: EntityManager, entries: readonly Omit<UserHistoryEntry, 'id'>[]): Promise<void> {
    const sql =
      'INSERT INTO `user_changes` (`tenantId`, `userId`, `at`, `actor`, `requestId`, `run`, `kind`, `fields`) VALUES ?';
    const rows = entries.map(({ tenantId, userId, at, actor, requestId, run, kind, fields }) => [
      ...[tenantId, userId, at, actor, requestId, run, kind],
      fields === null ? null : JSON.stringify(fields),
    ]);
    for (const statement of statementsOf(rows)) await later(manager, sql, [statement]);
  }

  /** Entries are numbered in the order in which they are made. */
  async page(
    scope: Scope,
    userId: string,
    { order, offset, limit }: HistoryWindow,
  ): Promise<{ rows: UserHistoryEntry[]; total: number }> {
    const [rows, total] = await this.entries.findAndCount({
      where: { tenantId: scope.tenantId, userId },
      order: { id: order },
      skip: offset,
      take: limit,
    });
    return { rows, total };
  }
}
