import { setTimeout as delay } from 'node:timers/promises';

import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { PoolConnection } from 'mysql2';
import { DataSource, type EntityManager, type QueryRunner } from 'typeorm';

import { hasLostRace, isRetryable } from './database-errors.js';
import { PendingStatements } from './pending-statements.js';

const ATTEMPTS = 8;
const FIRST_PAUSE_MS = 5;

/** How a step is run. */
export interface StepOptions {
  /** Has to succeed before anything reaches the database; the step begins at once. */
  readonly after?: Promise<unknown> | undefined;
  /** Whether a row that a unique index refuses is the caller's to look at, and no reason to run the step again. */
  readonly tellsDuplicates?: boolean;
}

/** Runs a business step in one transaction. */
@Injectable()
export class UnitOfWork {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Reads outside a transaction: each statement sees what is committed when it starts. */
  get reader(): EntityManager {
    return this.dataSource.manager;
  }

  /**
   * Commits what `work` did, or nothing. After a deadlock, a lock timeout, a wrong assumption or a duplicate key the
   * whole step runs again in a new transaction (the server has rolled the old one back, or left half of it standing;
   * what another step inserted first is there to be found), so `work` must not keep state from an earlier attempt.
   */
  async run<T>(work: (manager: EntityManager) => Promise<T>, options: StepOptions = {}): Promise<T> {
    const { after, tellsDuplicates = false } = options;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.attempt(work, after);
      } catch (error) {
        const isWorthAnother = isRetryable(error) || (!tellsDuplicates && hasLostRace(error));
        if (!isWorthAnother || attempt === ATTEMPTS) throw error;
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
      // The first error is the one to tell of.
      await runner.rollbackTransaction().catch(() => discard(runner));
      throw error;
    } finally {
      await runner.release();
    }
  }
}

/**
 * A transaction that could not be rolled back may still stand, when the ROLLBACK itself was killed for instance. The
 * next one on its connection would commit it by its START TRANSACTION.
 */
async function discard(runner: QueryRunner): Promise<void> {
  const connection = (await runner.connect().catch(() => undefined)) as PoolConnection | undefined;
  connection?.destroy();
}
