import { createConnection } from 'mysql2/promise';
import { DataSource } from 'typeorm';

import { readConfig } from '../../../src/config/environment.js';
import { connectDatabase } from '../../../src/database/connection/connect.js';
import {
  explain,
  failUnless,
  StatementFailed,
  WrongAssumption,
} from '../../../src/database/transaction/database-errors.js';
import type { Transaction } from '../../../src/database/transaction/transaction.js';
import { UnitOfWork } from '../../../src/database/transaction/unit-of-work.js';
import { fc } from '../../support/fast-check.js';
import { OwnDatabase } from '../../support/own-database.js';

const database = new OwnDatabase('packets');
/** Pieces with which a value could end its quotes, or begin a statement or a placeholder. */
const HOSTILE = [
  "'",
  '"',
  '\\',
  '`',
  '?',
  ';',
  ';\n',
  '--',
  '/*',
  '*/',
  '\0',
  '\n',
  '\r',
  '\u001a',
  '%',
  '_',
  '’',
  "\\'",
  "''",
];
const hostileText = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'grapheme', maxLength: 3 })), {
    maxLength: 12,
  })
  .map((pieces) => pieces.join(''));

let dataSource: DataSource;
let unitOfWork: UnitOfWork;

async function onServer<T>(work: (query: (sql: string) => Promise<unknown>) => Promise<T>): Promise<T> {
  const url = new URL(database.url);
  url.pathname = '';
  const connection = await createConnection(url.href);
  try {
    return await work((sql) => connection.query(sql));
  } finally {
    await connection.end();
  }
}

/** A pool whose only connection begins in another SQL mode than that of the service. */
async function open(sqlMode: string): Promise<void> {
  const { options } = await connectDatabase(readConfig({ DATABASE_URL: database.url }), () => undefined);
  await onServer(async (query) => {
    await query('SET @former = @@GLOBAL.sql_mode');
    await query(`SET GLOBAL sql_mode = '${sqlMode}'`);
    try {
      dataSource = await new DataSource(options).initialize();
      await dataSource.query('SELECT 1');
    } finally {
      await query('SET GLOBAL sql_mode = @former');
    }
  });
  unitOfWork = new UnitOfWork(dataSource, { mark: () => undefined });
  await dataSource.query(
    'CREATE TABLE IF NOT EXISTS `probes` ' +
      '(`id` int PRIMARY KEY, `text` text, `bytes` blob, `count` bigint unsigned) CHARACTER SET utf8mb4',
  );
  await dataSource.query('DELETE FROM `probes`');
}

beforeAll(() => database.drop());
afterEach(() => dataSource.destroy());
afterAll(() => database.drop());

const INSERT = 'INSERT INTO `probes` (`id`, `text`, `bytes`) VALUES ?';

describe.each(['', 'NO_BACKSLASH_ESCAPES', 'ANSI_QUOTES', 'NO_BACKSLASH_ESCAPES,ANSI_QUOTES'])(
  'on a server whose SQL mode is "%s"',
  (sqlMode) => {
    beforeEach(() => open(sqlMode));

    it('a connection works in the mode for which values are escaped', async () => {
      const [row] = await unitOfWork.run((transaction) =>
        transaction.read<{ mode: string }>('SELECT @@SESSION.sql_mode AS `mode`'),
      );
      expect(row?.mode).toContain('STRICT_TRANS_TABLES');
      expect(row?.mode).not.toMatch(/NO_BACKSLASH_ESCAPES|ANSI/);
    });

    it.each([
      ['the driver', undefined],
      ['the packet, as it is gathered while another one is under way', Promise.resolve()],
    ])('no value ends its quotes or is taken for a place, put there by %s', async (_, after) => {
      const property = async (texts: readonly string[]): Promise<void> => {
        const read = await unitOfWork.run(
          async (transaction) => {
            await transaction.write('DELETE FROM `probes`');
            for (const [index, text] of texts.entries())
              await transaction.write(INSERT, [[[index, text, Buffer.from(text)]]]);
            return transaction.read<{ text: string; bytes: Buffer; echo: string }>(
              'SELECT `text`, `bytes`, ? AS `echo` FROM `probes` WHERE `id` IN (?) ORDER BY `id`',
              [texts.join('?'), [...texts.keys()]],
            );
          },
          { after },
        );
        expect(read.map(({ text }) => text)).toEqual(texts);
        expect(read.map(({ bytes }) => bytes.toString())).toEqual(texts);
        expect(read[0]?.echo).toBe(texts.join('?'));
      };
      const hostileTexts = fc.array(hostileText, { minLength: 1, maxLength: 5 });
      await fc.assert(fc.asyncProperty(hostileTexts, property), { numRuns: 100 });
    });
  },
);

describe('what was sent ahead', () => {
  it('is there when the transaction ends, and does not end its quotes either', async () => {
    await open('NO_BACKSLASH_ESCAPES');
    const texts = Array.from({ length: 8 }, (_, index) => HOSTILE.join(String(index)).repeat(500));
    await unitOfWork.run(async (transaction) => {
      for (const [index, text] of texts.entries()) await transaction.write(INSERT, [[[index, text, null]]]);
    });
    const rows = await unitOfWork.single.read<{ text: string }>('SELECT `text` FROM `probes` ORDER BY `id`');
    expect(rows.map(({ text }) => text)).toEqual(texts);
  });
});

/** The error of a step, and the number of its attempts. */
async function failureOf(
  work: (transaction: Transaction, attempt: number) => Promise<unknown>,
): Promise<{ error: unknown; attempts: number }> {
  let attempts = 0;
  const step = unitOfWork.run((transaction) => {
    attempts += 1;
    return work(transaction, attempts);
  });
  const error: unknown = await step.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return { error, attempts };
}

describe('an error of a packet', () => {
  beforeEach(() => open(''));

  it.each<[string, (transaction: Transaction) => Promise<unknown>]>([
    ['the next read', (transaction) => transaction.read('SELECT 1')],
    ['the commit', () => Promise.resolve()],
    [
      "a statement of TypeORM's own",
      (transaction) => transaction.entities((manager) => manager.query('SELECT 1')),
    ],
  ])('names the statement that failed, without its values, where it is met by %s', async (_, meet) => {
    await dataSource.query('INSERT INTO `probes` (`id`) VALUES (1), (2)');
    const failing = 'UPDATE `probes` SET `text` = ?, `id` = ? WHERE `id` = ?';
    const { error } = await failureOf(async (transaction) => {
      // The earlier answers have many rows, one row and none.
      await transaction.write('SELECT * FROM `probes`');
      await transaction.write('SELECT * FROM `probes` WHERE `id` = ?', [3]);
      await transaction.write('UPDATE `probes` SET `text` = ?', ['secret']);
      await transaction.write(failing, ['secret', 1, 2]);
      await transaction.write('UPDATE `probes` SET `text` = ?', ['secret']);
      await meet(transaction);
    });
    expect(error).toMatchObject({ query: failing, parameters: [], driverError: { errno: 1062 } });
    expect(explain(error)).toMatchObject({ error: { errno: 1062, statement: failing } });
    expect(JSON.stringify(explain(error))).not.toContain('secret');
  });

  it('names the statement that failed of a packet that was sent ahead', async () => {
    const { error } = await failureOf(async (transaction) => {
      await transaction.write('SELECT ?', ['x'.repeat(70 * 1024)]);
      await transaction.write('INSERT INTO `probes` (`id`, `text`) VALUES (?, ?), (?, ?)', [1, 'a', 1, 'b']);
      await transaction.write('SELECT ?', ['x'.repeat(2 * 1024 * 1024)]);
      await transaction.read('SELECT 1');
    });
    expect(error).toMatchObject({ query: 'INSERT INTO `probes` (`id`, `text`) VALUES (?, ?), (?, ?)' });
  });
});

describe('a number that overflows', () => {
  const check = `SELECT ${failUnless('`count` = ?')} FROM \`probes\` WHERE \`id\` = 1`;

  beforeEach(async () => {
    await open('');
    await dataSource.query('INSERT INTO `probes` (`id`, `count`) VALUES (1, 1)');
  });

  it('where it checks an assumption has the step run again, which looks first', async () => {
    let assumed: number | undefined = 2;
    const { error, attempts } = await failureOf(async (transaction) => {
      if (assumed !== undefined) transaction.assume(check, [assumed], () => (assumed = undefined));
      await transaction.read('SELECT 1');
    });
    expect(error).toBeUndefined();
    expect(attempts).toBe(2);
  });

  it('where it checks what stays wrong is reported as that', async () => {
    const { error, attempts } = await failureOf(async (transaction) => {
      transaction.assume(check, [2], () => undefined);
      await transaction.read('SELECT 1');
    });
    expect(error).toBeInstanceOf(WrongAssumption);
    expect(attempts).toBe(8);
  });

  it('in any other statement is an error, and is not tried again', async () => {
    const { error, attempts } = await failureOf(async (transaction) => {
      transaction.assume(check, [1], () => undefined);
      await transaction.write('UPDATE `probes` SET `count` = `count` - ?', [5]);
      await transaction.read('SELECT 1');
    });
    expect(error).toBeInstanceOf(StatementFailed);
    expect(error).not.toBeInstanceOf(WrongAssumption);
    expect(error).toMatchObject({
      query: 'UPDATE `probes` SET `count` = `count` - ?',
      driverError: { errno: 1690 },
    });
    expect(attempts).toBe(1);
  });
});
