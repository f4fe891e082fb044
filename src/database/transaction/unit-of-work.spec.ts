import { jest } from '@jest/globals';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';

import type { Transaction } from './transaction.js';
import { UnitOfWork } from './unit-of-work.js';

/** One connection, on which a ROLLBACK is answered or is itself ended by a KILL QUERY. */
class OneConnection {
  readonly destroy = jest.fn();
  isRollbackKilled = false;
  private readonly runner = {
    manager: {} as EntityManager,
    query: (sql: string) =>
      sql === 'ROLLBACK' && this.isRollbackKilled
        ? Promise.reject(new Error('Query execution was interrupted'))
        : Promise.resolve([]),
    connect: () => Promise.resolve({ destroy: this.destroy }),
    release: () => Promise.resolve(),
  } as unknown as QueryRunner;
  readonly unitOfWork = new UnitOfWork({ createQueryRunner: () => this.runner } as unknown as DataSource, {
    mark: () => undefined,
  });
}

async function fails(transaction: Transaction): Promise<never> {
  await transaction.read('SELECT 1');
  throw new Error('refused');
}

describe('the connection of a step that failed', () => {
  it('is used again when the transaction was rolled back', async () => {
    const one = new OneConnection();
    await expect(one.unitOfWork.run(fails)).rejects.toThrow('refused');
    expect(one.destroy).not.toHaveBeenCalled();
  });

  it('is used by no other step when it could not be: the next one would commit what is left', async () => {
    const one = new OneConnection();
    one.isRollbackKilled = true;
    await expect(one.unitOfWork.run(fails)).rejects.toThrow('refused');
    expect(one.destroy).toHaveBeenCalledTimes(1);
  });
});
