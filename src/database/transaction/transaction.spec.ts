import { setImmediate as nextTurn } from 'node:timers/promises';

import { jest } from '@jest/globals';
import { type EntityManager, QueryFailedError, type QueryRunner } from 'typeorm';

import { StatementFailed, WrongAssumption } from './database-errors.js';
import { SingleStatements } from './reader.js';
import { Transaction } from './transaction.js';

/** What the server was sent, and what it answers. */
class Line {
  readonly packets: { sql: string; parameters: unknown[] | undefined }[] = [];
  answers: unknown = [];
  readonly transaction: Transaction;
  private held:
    | { promise: Promise<unknown>; resolve: (answer: unknown) => void; reject: (error: Error) => void }
    | undefined;

  /** @param after what the transaction follows, if anything */
  constructor(after?: Promise<unknown>) {
    const query = (sql: string, parameters?: unknown[]): Promise<unknown> => {
      this.packets.push({ sql, parameters });
      return this.held?.promise ?? Promise.resolve(this.answers);
    };
    const manager = { query } as unknown as EntityManager;
    const runner = { query, manager } as unknown as QueryRunner;
    this.transaction = new Transaction(runner, after);
  }

  /** Answers nothing until {@link answer} or {@link fail}. */
  hold(): void {
    let resolve: (answer: unknown) => void = () => undefined;
    let reject: (error: Error) => void = () => undefined;
    const promise = new Promise<unknown>((resolved, rejected) => {
      resolve = resolved;
      reject = rejected;
    });
    this.held = { promise, resolve, reject };
  }

  answer(): void {
    this.held?.resolve(this.answers);
    this.held = undefined;
  }

  fail(error: Error): void {
    this.held?.reject(error);
    this.held = undefined;
  }

  get sent(): string[] {
    return this.packets.map(({ sql }) => sql);
  }
}

/** What the driver throws when the server refuses a statement of a packet. */
function refused(errno: number, failedStatement: number): QueryFailedError {
  return new QueryFailedError(
    'the whole packet',
    ['secret'],
    Object.assign(new Error('no'), { errno, failedStatement }),
  );
}

const LARGE = 'x'.repeat(70 * 1024);
let line: Line;
let transaction: Transaction;

beforeEach(() => {
  line = new Line();
  ({ transaction } = line);
});

describe('what is written', () => {
  it('is sent with the next statement that is answered, which gets its own answer', async () => {
    await transaction.write('INSERT INTO a VALUES ?', [[[1]]]);
    expect(line.packets).toEqual([]);

    line.answers = ['begun', 'inserted', ['row']];
    expect(await transaction.read('SELECT ?', [2])).toEqual(['row']);
    expect(line.packets).toEqual([
      { sql: 'START TRANSACTION;\nINSERT INTO a VALUES ?;\nSELECT ?', parameters: [[[1]], 2] },
    ]);
  });

  it('is sent with the commit at the latest', async () => {
    await transaction.write('DELETE FROM a');
    await transaction.commit();
    expect(line.sent).toEqual(['START TRANSACTION;\nDELETE FROM a;\nCOMMIT']);
  });

  it('when the step is done, travels with the commit', async () => {
    transaction.beforeCommit(() => transaction.write('UPDATE heads'), 'audit');
    await transaction.write('DELETE FROM a');
    await transaction.commit();
    expect(line.sent).toEqual(['START TRANSACTION;\nDELETE FROM a;\nUPDATE heads;\nCOMMIT']);
  });

  it('when the step is done, comes in one order', async () => {
    transaction.beforeCommit(() => transaction.write('UPDATE heads'), 'audit');
    transaction.beforeCommit(() => transaction.write('UPDATE counters'), 'counters');
    await transaction.commit();
    expect(line.sent).toEqual(['START TRANSACTION;\nUPDATE counters;\nUPDATE heads;\nCOMMIT']);
  });

  it("is sent before a statement of TypeORM's own", async () => {
    await transaction.write('DELETE FROM a');
    await transaction.entities((manager) => manager.query('SELECT 1'));
    expect(line.sent).toEqual(['START TRANSACTION;\nDELETE FROM a', 'SELECT 1']);
  });

  it('outside a transaction does not wait', async () => {
    const sent: string[] = [];
    const query = (sql: string): Promise<void> => Promise.resolve(void sent.push(sql));
    await new SingleStatements({ query } as unknown as EntityManager).write('DELETE FROM a');
    expect(sent).toEqual(['DELETE FROM a']);
  });

  it.each([
    ['x', 3],
    ['漢', 1],
  ])('is sent without waiting once it is 64 KiB of %s', async (character, statements) => {
    const text = character.repeat(30 * 1024);
    for (let index = 0; index < statements - 1; index += 1)
      await transaction.write('INSERT INTO a VALUES (?)', [text]);
    expect(line.packets).toEqual([]);
    await transaction.write('INSERT INTO a VALUES (?)', [text]);
    expect(line.packets.map(({ parameters }) => parameters?.length)).toEqual([statements]);
  });
});

describe('a rollback', () => {
  it('of a transaction of which nothing was sent sends nothing', async () => {
    await transaction.write('DELETE FROM a');
    await transaction.rollback();
    expect(line.sent).toEqual([]);
  });

  it('is sent behind what was sent ahead, whose failure was reported already', async () => {
    line.hold();
    await transaction.write('INSERT INTO a VALUES (?)', [LARGE]);
    const rollback = transaction.rollback();
    await nextTurn();
    expect(line.sent).toEqual(['START TRANSACTION;\nINSERT INTO a VALUES (?)']);
    line.fail(new Error('Deadlock found'));
    await rollback;
    expect(line.sent).toEqual(['START TRANSACTION;\nINSERT INTO a VALUES (?)', 'ROLLBACK']);
  });

  it('drops what waits and ends what was begun', async () => {
    await transaction.read('SELECT 1');
    await transaction.write('DELETE FROM a');
    await transaction.rollback();
    expect(line.sent).toEqual(['START TRANSACTION;\nSELECT 1', 'ROLLBACK']);
  });
});

describe('what is sent ahead', () => {
  it('goes one packet after the other, and nothing follows one that failed', async () => {
    line.hold();
    await transaction.write('INSERT INTO a VALUES (?)', [LARGE]);
    await transaction.write('INSERT INTO b VALUES (?)', [LARGE]);
    const commit = transaction.commit();
    await nextTurn();
    expect(line.sent).toEqual(['START TRANSACTION;\nINSERT INTO a VALUES (?)']);
    line.fail(new Error('Deadlock found'));
    await expect(commit).rejects.toThrow('Deadlock found');
    await transaction.rollback();
    expect(line.sent).toEqual(['START TRANSACTION;\nINSERT INTO a VALUES (?)', 'ROLLBACK']);
  });

  it('is followed by a packet of up to 2 MiB, with the values in their places', async () => {
    line.hold();
    await transaction.write('INSERT INTO a VALUES (?)', [LARGE]);
    for (let index = 0; index < 30; index += 1) await transaction.write('INSERT INTO b VALUES (?)', ['?']);
    await transaction.write('INSERT INTO b VALUES (?)', [LARGE]);
    line.answer();
    await transaction.commit();
    expect(line.packets.map(({ parameters }) => parameters?.length)).toEqual([1, 0]);
    expect(line.sent[1]).toMatch(
      /^(INSERT INTO b VALUES \('\?'\);\n){30}INSERT INTO b VALUES \('x+'\);\nCOMMIT$/,
    );
  });

  it("is waited for by a statement of TypeORM's own, which does not follow it when it failed", async () => {
    line.hold();
    await transaction.write('INSERT INTO a VALUES (?)', [LARGE]);
    const update = transaction.entities((manager) => manager.query('UPDATE b'));
    await nextTurn();
    line.fail(new Error('Deadlock found'));
    await expect(update).rejects.toThrow('Deadlock found');
    expect(line.sent).toEqual(['START TRANSACTION;\nINSERT INTO a VALUES (?)']);
  });
});

describe('an error of the server', () => {
  async function errorOf(errno: number, failedStatement: number, doubt = jest.fn()): Promise<unknown> {
    await transaction.write('INSERT INTO a VALUES (?)', ['secret']);
    transaction.assume('SELECT EXP(1000)', [], doubt);
    line.hold();
    const read = transaction.read('SELECT b');
    await nextTurn();
    line.fail(refused(errno, failedStatement));
    return read.then(
      () => undefined,
      (error: unknown) => error,
    );
  }

  it.each([
    ['the first', 0, 'START TRANSACTION'],
    ['one that was not awaited', 1, 'INSERT INTO a VALUES (?)'],
    ['the one that was awaited', 3, 'SELECT b'],
  ])('names the statement that failed, without its values: %s', async (_, index, sql) => {
    const error = await errorOf(1062, index);
    expect(error).toBeInstanceOf(StatementFailed);
    expect(error).toMatchObject({ query: sql, parameters: [], driverError: { errno: 1062 } });
  });

  it('is a wrong assumption where one was checked', async () => {
    const error = await errorOf(1690, 2);
    expect(error).toBeInstanceOf(WrongAssumption);
    expect(error).toMatchObject({ query: 'SELECT EXP(1000)', driverError: { errno: 1690 } });
  });

  it.each([
    ['another statement overflows', 1690, 1],
    ['the check itself lost a race', 1213, 2],
  ])('is no wrong assumption where %s', async (_, errno, index) => {
    const error = await errorOf(errno, index);
    expect(error).toBeInstanceOf(StatementFailed);
    expect(error).not.toBeInstanceOf(WrongAssumption);
  });

  it.each([
    ['the assumption', 2],
    ['another statement', 1],
  ])('has what was assumed doubted once, whether it is of %s', async (_, index) => {
    const doubt = jest.fn();
    await errorOf(1690, index, doubt);
    expect(doubt).toHaveBeenCalledTimes(1);
  });

  it('has nothing doubted that the server has checked', async () => {
    const doubt = jest.fn();
    transaction.assume('SELECT EXP(1)', [], doubt);
    await transaction.read('SELECT b');
    line.hold();
    const later = transaction.read('SELECT c');
    await nextTurn();
    line.fail(refused(1062, 0));
    await expect(later).rejects.toBeInstanceOf(StatementFailed);
    expect(doubt).not.toHaveBeenCalled();
  });

  it('names all statements, without their values, where the connection was lost', async () => {
    await transaction.write('INSERT INTO a VALUES (?)', ['secret']);
    line.hold();
    const read = transaction.read('SELECT b');
    await nextTurn();
    line.fail(new QueryFailedError('the whole packet', ['secret'], new Error('lost')));
    await expect(read).rejects.toMatchObject({
      query: 'START TRANSACTION;\nINSERT INTO a VALUES (?);\nSELECT b',
      parameters: [],
    });
  });

  it('names its own statement where it is met by the next packet', async () => {
    line.hold();
    await transaction.write('INSERT INTO a VALUES (?)', [LARGE]);
    const commit = transaction.commit();
    await nextTurn();
    line.fail(refused(1062, 1));
    await expect(commit).rejects.toMatchObject({ query: 'INSERT INTO a VALUES (?)', parameters: [] });
  });

  it("names the statement of TypeORM's own", async () => {
    await transaction.read('SELECT 1');
    const update = transaction.entities(() =>
      Promise.reject(new QueryFailedError('UPDATE a SET b = ?', ['secret'], new Error('no'))),
    );
    await expect(update).rejects.toBeInstanceOf(StatementFailed);
    await expect(update).rejects.toMatchObject({ query: 'UPDATE a SET b = ?', parameters: [] });
  });

  it('of any other kind is thrown as it is', async () => {
    line.hold();
    const read = transaction.read('SELECT b');
    await nextTurn();
    const other = new Error('no connection is free');
    line.fail(other);
    await expect(read).rejects.toBe(other);
  });
});

describe('a transaction that follows something else', () => {
  let ready: () => void;
  let fail: (error: Error) => void;

  beforeEach(() => {
    const after = new Promise<void>((resolve, reject) => {
      ready = resolve;
      fail = reject;
    });
    line = new Line(after);
    ({ transaction } = line);
  });

  it('sends nothing before that is done, then all of it with the values in their places', async () => {
    await transaction.write('INSERT INTO a VALUES (?)', ["it's ?"]);
    await transaction.write('INSERT INTO b VALUES (?)', ['x'.repeat(100 * 1024)]);
    const commit = transaction.commit();
    await nextTurn();
    expect(line.packets).toEqual([]);
    ready();
    await commit;
    const [packet, ...others] = line.packets;
    expect(others).toEqual([]);
    expect(packet?.parameters).toEqual([]);
    expect(packet?.sql).toMatch(
      /^START TRANSACTION;\nINSERT INTO a VALUES \('it\\'s \?'\);\nINSERT INTO b VALUES \('x{102400}'\);\nCOMMIT$/,
    );
  });

  it('puts later values in their places as well, and not into a text that has its values', async () => {
    await transaction.write('INSERT INTO a VALUES (?)', ['what?']);
    ready();
    await nextTurn();
    await transaction.read('SELECT ?', [2]);
    const sql = "START TRANSACTION;\nINSERT INTO a VALUES ('what?');\nSELECT 2";
    expect(line.packets).toEqual([{ sql, parameters: [] }]);
  });

  it('sends nothing when that fails', async () => {
    await transaction.write('DELETE FROM a');
    const commit = transaction.commit();
    fail(new Error('away'));
    await expect(commit).rejects.toThrow('away');
    expect(line.packets).toEqual([]);
  });
});
