import { setTimeout as delay } from 'node:timers/promises';

import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { PoolConnection } from 'mysql2';
import { DataSource, type QueryRunner } from 'typeorm';

import { inSpan, SpanKind } from '../../tracing/spans.js';
import { CommitMarks } from './commit-marks.js';
import { isContended, isRetryable } from './database-errors.js';
import { SingleStatements, type Writer } from './reader.js';
import { Transaction } from './transaction.js';

const ATTEMPTS = 8;
const FIRST_PAUSE_MS = 5;

/** What is sent is not said: a transaction is one span, and its statements have values of people. */
const SPAN = {
  name: 'transaction',
  kind: SpanKind.CLIENT,
  attributes: { 'db.system.name': 'mysql', 'db.operation.name': 'transaction' },
};

/** How a step is run. */
export interface StepOptions {
  /** Must succeed before anything is sent to the database; the step itself begins at once. */
  readonly after?: Promise<unknown> | undefined;
  /** Whether a duplicate key is thrown to the caller instead of running the step again. */
  readonly throwsDuplicates?: boolean;
}

/** Runs a business step in one transaction. */
@Injectable()
export class UnitOfWork {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(CommitMarks) private readonly marks: Pick<CommitMarks, 'mark'>,
  ) {}

  /** Statements outside a transaction: each one sees what is committed when it starts, and commits by itself. */
  get single(): Writer {
    return new SingleStatements(this.dataSource.manager);
  }

  /**
   * Commits what `work` did, or nothing. After a deadlock, a lock timeout, a wrong assumption or a duplicate key the
   * whole step runs again in a new transaction: the server may have rolled back all of the old one or only a part, and
   * a row that another step inserted first can be found now. So `work` must not keep state from an earlier attempt.
   */
  async run<T>(work: (transaction: Transaction) => Promise<T>, options: StepOptions = {}): Promise<T> {
    const { after, throwsDuplicates = false } = options;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await inSpan(SPAN, () => this.attempt(work, after));
      } catch (error) {
        const isWorthAnother = isRetryable(error) || (!throwsDuplicates && isContended(error));
        if (!isWorthAnother || attempt === ATTEMPTS) throw error;
        await delay(Math.random() * FIRST_PAUSE_MS * 2 ** attempt);
      }
    }
  }

  private async attempt<T>(
    work: (transaction: Transaction) => Promise<T>,
    after: Promise<unknown> | undefined,
  ): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    const transaction = new Transaction(runner, after);
    this.marks.mark(transaction);
    try {
      const result = await work(transaction);
      await transaction.commit();
      return result;
    } catch (error) {
      // The first error is reported, not that of the rollback.
      await transaction.rollback().catch(() => discard(runner));
      throw error;
    } finally {
      await runner.release();
    }
  }
}

/**
 * Closes the connection. A transaction that could not be rolled back may still be open, for instance when the ROLLBACK
 * itself was killed. The next START TRANSACTION on its connection would commit it.
 */
async function discard(runner: QueryRunner): Promise<void> {
  const connection = (await runner.connect().catch(() => undefined)) as PoolConnection | undefined;
  connection?.destroy();
}
