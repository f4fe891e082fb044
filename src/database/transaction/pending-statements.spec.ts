import { setImmediate as nextTurn } from 'node:timers/promises';

import { jest } from '@jest/globals';
import type { EntityManager, QueryRunner } from 'typeorm';

import { later, PendingStatements } from './pending-statements.js';

/** What the server was sent, and what it answers. */
class Line {
  readonly packets: { sql: string; parameters: unknown[] | undefined }[] = [];
  answer: unknown = [];
  private held: { promise: Promise<unknown>; reject: (error: Error) => void } | undefined;
  readonly runner: QueryRunner;
  readonly manager = {} as EntityManager;

  constructor(after?: Promise<unknown>) {
    const query = (sql: string, parameters?: unknown[]): Promise<unknown> => {
      this.packets.push({ sql, parameters });
      return this.held?.promise ?? Promise.resolve(this.answer);
    };
    this.runner = { query, manager: this.manager } as unknown as QueryRunner;
    PendingStatements.gatherOn(this.runner, after);
  }

  /** Answers nothing until {@link fail}. */
  hold(): void {
    let reject: (error: Error) => void = () => undefined;
    const promise = new Promise<unknown>((_, rejected) => {
      reject = rejected;
    });
    this.held = { promise, reject };
  }

  /** Fails what is held. */
  fail(error: Error): void {
    this.held?.reject(error);
    this.held = undefined;
  }

  get sent(): string[] {
    return this.packets.map(({ sql }) => sql);
  }
}

let line: Line;

beforeEach(() => {
  line = new Line();
});

it('what nobody waits for is sent with the next statement that is answered, which gets its own answer', async () => {
  await line.runner.query('START TRANSACTION');
  await later(line.manager, 'INSERT INTO a VALUES ?', [[[1]]]);
  expect(line.packets).toEqual([]);

  line.answer = ['begun', 'inserted', ['row']];
  expect(await line.runner.query('SELECT ?', [2])).toEqual(['row']);
  expect(line.packets).toEqual([
    { sql: 'START TRANSACTION;\nINSERT INTO a VALUES ?;\nSELECT ?', parameters: [[[1]], 2] },
  ]);
});

it('what is left is sent with the commit', async () => {
  await line.runner.query('START TRANSACTION');
  await later(line.manager, 'DELETE FROM a', []);
  await line.runner.query('COMMIT');
  expect(line.sent).toEqual(['START TRANSACTION;\nDELETE FROM a;\nCOMMIT']);
});

it('a statement of the query builder goes alone, behind what was waiting', async () => {
  await later(line.manager, 'DELETE FROM a', []);
  await line.runner.query('SELECT 1', [], true);
  expect(line.sent).toEqual(['DELETE FROM a', 'SELECT 1']);
});

it('a transaction that is rolled back before anything was sent is none', async () => {
  await line.runner.query('START TRANSACTION');
  await later(line.manager, 'DELETE FROM a', []);
  await line.runner.query('ROLLBACK');
  await line.runner.query('SELECT 1');
  expect(line.sent).toEqual(['SELECT 1']);
});

it('a rollback drops what waits and ends what was begun', async () => {
  await line.runner.query('START TRANSACTION');
  await line.runner.query('SELECT 1');
  await later(line.manager, 'DELETE FROM a', []);
  await line.runner.query('ROLLBACK');
  expect(line.sent).toEqual(['START TRANSACTION;\nSELECT 1', 'ROLLBACK']);
});

it.each([
  ['x', 3],
  ['漢', 1],
])(
  '64 KiB of %s are sent without waiting for a statement that is answered',
  async (character, statements) => {
    const text = character.repeat(30 * 1024);
    for (let index = 0; index < statements - 1; index += 1)
      await later(line.manager, 'INSERT INTO a VALUES (?)', [text]);
    expect(line.packets).toEqual([]);
    await later(line.manager, 'INSERT INTO a VALUES (?)', [text]);
    expect(line.packets.map(({ parameters }) => parameters?.length)).toEqual([statements]);
  },
);

it('what is sent ahead goes one packet after the other, and nothing follows one that failed', async () => {
  const text = 'x'.repeat(70 * 1024);
  await line.runner.query('START TRANSACTION');
  line.hold();
  await later(line.manager, 'INSERT INTO a VALUES (?)', [text]);
  await later(line.manager, 'INSERT INTO b VALUES (?)', [text]);
  const commit = line.runner.query('COMMIT');
  await nextTurn();
  expect(line.sent).toEqual(['START TRANSACTION;\nINSERT INTO a VALUES (?)']);
  line.fail(new Error('Deadlock found'));
  await expect(commit).rejects.toThrow('Deadlock found');
  await line.runner.query('ROLLBACK');
  expect(line.sent).toEqual(['START TRANSACTION;\nINSERT INTO a VALUES (?)', 'ROLLBACK']);
});

it('a statement of the query builder waits for what was sent ahead, and does not follow it when it failed', async () => {
  await line.runner.query('START TRANSACTION');
  line.hold();
  await later(line.manager, 'INSERT INTO a VALUES (?)', ['x'.repeat(70 * 1024)]);
  const update = line.runner.query('UPDATE b', [], true);
  await nextTurn();
  line.fail(new Error('Deadlock found'));
  await expect(update).rejects.toThrow('Deadlock found');
  expect(line.sent).toEqual(['START TRANSACTION;\nINSERT INTO a VALUES (?)']);
});

it('who assumed something is told that the packet failed, and not that it was sent', async () => {
  const doubt = jest.fn();
  PendingStatements.of(line.manager)?.assume('SELECT a', [], doubt);
  await line.runner.query('SELECT b');
  expect(doubt).not.toHaveBeenCalled();
  PendingStatements.of(line.manager)?.assume('SELECT a', [], doubt);
  line.hold();
  const other = line.runner.query('SELECT b');
  await nextTurn();
  line.fail(new Error('away'));
  await expect(other).rejects.toThrow('away');
  expect(doubt).toHaveBeenCalledTimes(1);
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
  });

  it('sends nothing before that is done, then all of it with the values in their places', async () => {
    await line.runner.query('START TRANSACTION');
    await later(line.manager, 'INSERT INTO a VALUES (?)', ["it's ?"]);
    await later(line.manager, 'INSERT INTO b VALUES (?)', ['x'.repeat(100 * 1024)]);
    const commit = line.runner.query('COMMIT');
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

  it('puts later values in their places as well, and not into a text that was quoted before', async () => {
    await later(line.manager, 'INSERT INTO a VALUES (?)', ['what?']);
    ready();
    await nextTurn();
    await line.runner.query('SELECT ?', [2]);
    expect(line.packets).toEqual([{ sql: "INSERT INTO a VALUES ('what?');\nSELECT 2", parameters: [] }]);
  });

  it('sends nothing when that fails', async () => {
    await line.runner.query('START TRANSACTION');
    await later(line.manager, 'DELETE FROM a', []);
    const commit = line.runner.query('COMMIT');
    fail(new Error('away'));
    await expect(commit).rejects.toThrow('away');
    expect(line.packets).toEqual([]);
  });
});

it('outside a transaction nothing waits', async () => {
  const sent: string[] = [];
  const manager = {
    query: (sql: string) => Promise.resolve(void sent.push(sql)),
  } as unknown as EntityManager;
  await later(manager, 'DELETE FROM a', []);
  expect(sent).toEqual(['DELETE FROM a']);
});
