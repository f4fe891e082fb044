import { createConnection } from 'mysql2/promise';
import { DataSource } from 'typeorm';

import { person } from '../factories/person.js';
import { storedId } from '../factories/stored-people.js';
import { OwnDatabase } from '../support/own-database.js';
import { TestService, type TestTenant } from '../support/service.js';
import { listAll } from '../support/user-reader.js';
import { type WalkQuery } from '../support/walk-reader.js';
import { StatementWatch } from '../platform/database/hot-queries/statement-watch.js';

const PEOPLE = 1_000_000;
/** Of the credential, the disclosures and the last stamp. */
const OTHER_READS = 60;

const database = new OwnDatabase('million');
let service: TestService;
let tenant: TestTenant;
let watch: StatementWatch;

const DIGITS = Array.from({ length: 10 }, (_, digit) => `SELECT ${digit} AS \`d\``).join(' UNION ALL ');
const PLACES = ['a', 'b', 'c', 'd', 'e', 'f'];
/** 0 to 999,999. */
const NUMBERS = `SELECT ${PLACES.map((place, index) => `${place}.\`d\` * ${10 ** index}`).join(' + ')} AS \`n\`
  FROM ${PLACES.map((place) => `(${DIGITS}) ${place}`).join(', ')}`;

/** Copies one person, with other values in the columns of filters. */
async function fill({ tenantId }: TestTenant): Promise<void> {
  const values = {
    id: "CONCAT('95', LPAD(n + 2, 7, '0'))",
    email: "CONCAT('p', n, '@test.example.edu')",
    emailKey: "CONCAT('p', n, '@test.example.edu')",
    legacyNumber: 'NULL',
    accountStatus: "IF(n % 200 = 0, 'inactive', 'active')",
    accountType: "IF(n % 100 = 0, 'Faculty', 'Student')",
    role: "IF(n % 500 = 0, 'chair', NULL)",
    programId: "CONCAT('P-', n % 1000)",
    changedAt: '`changedAt` + 1 + n',
  };
  const { columns } = service.app.get(DataSource).getMetadata('users');
  const names = columns.map(({ databaseName }) => databaseName);
  const selected = names.map((name) => (values as Record<string, string>)[name] ?? `\`${name}\``);
  // The service gives up a statement of so long.
  const connection = await createConnection(database.url);
  await connection.query(
    `INSERT INTO \`users\` (${names.map((name) => `\`${name}\``).join(', ')})
      SELECT ${selected.join(', ')} FROM \`users\`, (${NUMBERS}) \`numbers\` WHERE \`tenantId\` = ?`,
    [tenantId],
  );
  await connection.end();
}

beforeAll(async () => {
  await database.drop();
  service = await TestService.start({ DATABASE_URL: database.url });
  tenant = await service.tenant();
  await storedId(tenant, person());
  await fill(tenant);
  watch = new StatementWatch(service.app.get(DataSource));
  // A million rows in ten indexes: 60 s.
}, 300_000);

afterAll(async () => {
  await service.stop();
  await database.drop();
});

/** How many people come, and how many rows and entries of indexes were read for them. */
async function reading(query: WalkQuery): Promise<{ found: number; read: number }> {
  const before = watch.statements.length;
  const { users } = await listAll(tenant.sis, query);
  const read = watch.statements.slice(before).reduce((sum, statement) => sum + statement.read, 0);
  return { found: users.length, read };
}

describe(`a filter among ${PEOPLE.toLocaleString('en-US')} people reads at most twice what it answers`, () => {
  it.each<[WalkQuery, number]>([
    [{ accountStatus: 'inactive', limit: 5000 }, 5000],
    [{ accountType: 'Faculty', limit: 5000 }, 10_000],
    [{ programId: 'P-7' }, 1000],
    [{ role: 'chair' }, 2000],
    [{ role: 'faculty', limit: 5000 }, 8000],
    [{ email: 'p77@test.example.edu' }, 1],
    [{ externalId: '950000100,950000200' }, 2],
    [{ since: '2999-01-01' }, 0],
  ])('%j', async (query, expected) => {
    const { found, read } = await reading(query);
    expect(found).toBe(expected);
    expect(read).toBeLessThanOrEqual(2 * found + OTHER_READS);
  });
});
