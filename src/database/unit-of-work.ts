import { setTimeout as delay } from 'node:timers/promises';

import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';

import { isRetryable } from './database-errors.js';
import { PendingStatements } from './pending-statements.js';

const ATTEMPTS = 8;
const FIRST_PAUSE_MS = 5;

/** Runs a business step in one transaction. */
@Injectable()
export class UnitOfWork {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Reads outside a transaction: each statement sees what is committed when it starts. */
  get reader(): EntityManager {
    return this.dataSource.manager;
  }

  /**
   * Commits what `work` did, or nothing. After a deadlock, a lock timeout or a wrong assumption the whole step runs again in a new
   * transaction (the server has rolled the old one back, or left half of it standing), so `work` must not keep state
   * from an earlier attempt.
   * @param after has to succeed before anything reaches the database; `work` begins at once
   */
  async run<T>(work: (manager: EntityManager) => Promise<T>, after?: Promise<unknown>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.attempt(work, after);
      } catch (error) {
        if (!isRetryable(error) || attempt === ATTEMPTS) throw error;
        await delay(Math.random() * FIRST_PAUSE_MS * 2 ** attempt);
      }
    }
  }

  private async attempt<T>(
    work: (manager: EntityManager) => Promise<T>,
    after: Promise<unknown> | undefined,
  ): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    PendingStatements.gatherOn(runner, after);
    try {
      await runner.startTransaction();
      const result = await work(runner.manager);
      await runner.commitTransaction();
      return result;
    } catch (error) {
      // A connection that is gone has nothing to roll back; the first error is the one to tell of.
      await runner.rollbackTransaction().catch(() => undefined);
      throw error;
    } finally {
      await runner.release();
    }
  }
}
