import fc from 'fast-check';
import { createConnection } from 'mysql2/promise';
import { DataSource } from 'typeorm';

import { readConfig } from '../src/config/environment.js';
import { connectDatabase } from '../src/database/connection/connect.js';
import { isRetryable, WrongAssumption } from '../src/database/transaction/database-errors.js';
import { failUnless } from '../src/database/transaction/database-errors.js';
import { UnitOfWork } from '../src/database/transaction/unit-of-work.js';
import { OwnDatabase } from './support/own-database.js';

const database = new OwnDatabase('packets');
/** Pieces with which a value could end its quotes, or begin a statement or a place for another value. */
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

/** Connections of this process that begin in another SQL mode than the service works in. */
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
  unitOfWork = new UnitOfWork(dataSource);
  await dataSource.query(
    'CREATE TABLE IF NOT EXISTS `probes` (`id` int PRIMARY KEY, `text` text, `count` bigint unsigned)',
  );
  await dataSource.query('DELETE FROM `probes`');
}

beforeAll(() => database.drop());
afterEach(() => dataSource.destroy());
afterAll(() => database.drop());

describe.each(['', 'NO_BACKSLASH_ESCAPES', 'ANSI_QUOTES', 'NO_BACKSLASH_ESCAPES,ANSI_QUOTES'])(
  'on a server whose SQL mode is "%s"',
  (sqlMode) => {
    it('no value of a packet ends its quotes, whatever it says', async () => {
      await open(sqlMode);
      await fc.assert(
        fc.asyncProperty(
          fc.array(hostileText, { minLength: 1, maxLength: 5 }),
          fc.boolean(),
          async (texts, isLate) => {
            const after = isLate ? Promise.resolve() : undefined;
            const read = await unitOfWork.run(async (transaction) => {
              await transaction.write('DELETE FROM `probes`');
              for (const [index, text] of texts.entries())
                await transaction.write('INSERT INTO `probes` (`id`, `text`) VALUES ?', [[[index, text]]]);
              return transaction.read<{ text: string }>(
                'SELECT `text` FROM `probes` WHERE `id` >= ? ORDER BY `id`',
                [0],
              );
            }, after);
            expect(read.map(({ text }) => text)).toEqual(texts);
          },
        ),
        { numRuns: 100 },
      );
    });
  },
);

describe('an error of a packet', () => {
  beforeEach(() => open(''));

  it('names the statement that failed', async () => {
    const step = unitOfWork.run(async (transaction) => {
      await transaction.write('INSERT INTO `probes` (`id`) VALUES (?)', [1]);
      await transaction.write('INSERT INTO `probes` (`id`, `text`) VALUES (?, ?)', [1, 'secret']);
      await transaction.read('SELECT 1');
    });
    await expect(step).rejects.toMatchObject({
      query: 'INSERT INTO `probes` (`id`, `text`) VALUES (?, ?)',
      parameters: [],
      driverError: { errno: 1062 },
    });
  });

  it('is a wrong assumption only where one was checked', async () => {
    await dataSource.query('INSERT INTO `probes` (`id`, `count`) VALUES (1, 1)');
    const errors: unknown[] = [];
    const attempt = (work: Parameters<UnitOfWork['run']>[0]): Promise<void> =>
      unitOfWork.run(async (transaction) => {
        if (errors.length > 0) return;
        await work(transaction).catch((error: unknown) => {
          errors.push(error);
          throw error;
        });
      }) as Promise<void>;

    await attempt(async (transaction) => {
      transaction.assume(
        `SELECT ${failUnless('`count` = 2')} FROM \`probes\` WHERE \`id\` = ?`,
        [1],
        () => undefined,
      );
      await transaction.read('SELECT 1');
    });
    expect(errors.map((error) => [error instanceof WrongAssumption, isRetryable(error)])).toEqual([
      [true, true],
    ]);

    errors.length = 0;
    const overflow = attempt(async (transaction) => {
      await transaction.write('UPDATE `probes` SET `count` = `count` - ?', [5]);
      await transaction.read('SELECT 1');
    });
    await expect(overflow).rejects.toMatchObject({ driverError: { errno: 1690 } });
    expect(errors.map((error) => [error instanceof WrongAssumption, isRetryable(error)])).toEqual([
      [false, false],
    ]);
  });
});
