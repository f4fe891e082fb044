import type { EntityManager, QueryRunner } from 'typeorm';

import { later, PendingStatements } from './pending-statements.js';

/** What the server was sent, and what it answers. */
class Line {
  readonly packets: { sql: string; parameters: unknown[] | undefined }[] = [];
  answer: unknown = [];
  readonly runner: QueryRunner;
  readonly manager = {} as EntityManager;

  constructor() {
    const query = (sql: string, parameters?: unknown[]): Promise<unknown> => {
      this.packets.push({ sql, parameters });
      return Promise.resolve(this.answer);
    };
    this.runner = { query, manager: this.manager } as unknown as QueryRunner;
    PendingStatements.gatherOn(this.runner);
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

it('does not let more wait than a packet can hold', async () => {
  const text = 'x'.repeat(1024 * 1024);
  for (let index = 0; index < 5; index += 1) await later(line.manager, 'INSERT INTO a VALUES (?)', [text]);
  expect(line.packets).toHaveLength(1);
  expect(line.packets[0]?.parameters).toHaveLength(4);
});

it('counts what waits in bytes, of which a character may have three', async () => {
  const text = '漢'.repeat(1024 * 1024);
  for (let index = 0; index < 3; index += 1) await later(line.manager, 'INSERT INTO a VALUES (?)', [text]);
  expect(line.packets.map(({ parameters }) => parameters?.length)).toEqual([2]);
});

it('outside a transaction nothing waits', async () => {
  const sent: string[] = [];
  const manager = {
    query: (sql: string) => Promise.resolve(void sent.push(sql)),
  } as unknown as EntityManager;
  await later(manager, 'DELETE FROM a', []);
  expect(sent).toEqual(['DELETE FROM a']);
});
