import type { QueryRunner } from 'typeorm';

import { CommitMarks } from './commit-marks.js';
import { Transaction } from './transaction.js';

/** A transaction on this connection, whose statements are answered. */
function on(connection: object, marks: CommitMarks): { transaction: Transaction; sent: string[] } {
  const sent: string[] = [];
  const runner = {
    connect: () => Promise.resolve(connection),
    query: (sql: string) => {
      sent.push(sql);
      const answers = sql.split(';\n').map(() => ({ insertId: 7 }));
      return Promise.resolve(answers.length === 1 ? answers[0] : answers);
    },
  } as unknown as QueryRunner;
  const transaction = new Transaction(runner);
  marks.mark(transaction);
  return { transaction, sent };
}

async function commitOn(connection: object, marks: CommitMarks): Promise<void> {
  const { transaction } = on(connection, marks);
  await transaction.write('UPDATE x');
  await transaction.commit();
}

describe('the marks of commits', () => {
  it('are counted for each connection, and remembered once they are acknowledged', async () => {
    const marks = new CommitMarks();
    const [one, other] = [{}, {}];
    for (const connection of [one, other, one]) await commitOn(connection, marks);
    expect(marks.remembered).toMatchObject([
      { connection: 1, number: 1 },
      { connection: 2, number: 1 },
      { connection: 1, number: 2 },
    ]);
  });

  it('are those of a new connection where the ones of the former were lost', async () => {
    const marks = new CommitMarks();
    const connection = {};
    for (let count = 0; count < 3; count += 1) await commitOn(connection, marks);
    marks.forget(marks.remembered.slice(1, 2));
    await commitOn(connection, marks);
    expect(marks.remembered).toMatchObject([
      { connection: 1, number: 1 },
      { connection: 2, number: 1 },
    ]);
  });

  it('are in no transaction that only reads', async () => {
    const marks = new CommitMarks();
    const { transaction, sent } = on({}, marks);
    await transaction.read('SELECT 1');
    await transaction.commit();
    expect(sent.join()).not.toContain('commit_marks');
    expect(marks.remembered).toEqual([]);
  });

  it('of what was rolled back are not remembered', async () => {
    const marks = new CommitMarks();
    const { transaction } = on({}, marks);
    await marks.leave(transaction);
    await transaction.rollback();
    expect(marks.remembered).toEqual([]);
  });

  it('have the stamps that the server gave', async () => {
    const marks = new CommitMarks();
    const { transaction } = on({}, marks);
    await transaction.write('INSERT', [], ({ insertId }) => {
      marks.stamped(transaction, { tenantId: 't', stamp: insertId });
    });
    await transaction.commit();
    expect(marks.remembered).toMatchObject([{ stamps: [{ tenantId: 't', stamp: 7 }] }]);
  });
});
