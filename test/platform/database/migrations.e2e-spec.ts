import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { DataSource } from 'typeorm';

import { readConfig } from '../../../src/config/environment.js';
import { connectDatabase } from '../../../src/database/connection/connect.js';
import { migrate } from '../../../src/database/migrate.js';
import { Baseline1795190500000 } from '../../../src/database/migrations/1795190500000-baseline.js';
import { DiscrepancyGroups1796000400000 } from '../../../src/database/migrations/1796000400000-discrepancy-groups.js';
import { MIGRATIONS } from '../../../src/database/migrations/index.js';
import { ENTITIES } from '../../../src/schema.js';
import { caseKeyOf, groupKeyOf } from '../../../src/submissions/discrepancies/keys.js';
import { Discrepancy } from '../../../src/submissions/entities/discrepancy.entity.js';

const PROJECT_ROOT = join(import.meta.dirname, '../../..');

let serial = 0;
let databaseUrl: string;
const opened: DataSource[] = [];

/** Every test has its own database, created by connecting to it. */
beforeEach(() => {
  serial += 1;
  const url = new URL(process.env.TEST_DATABASE_URL_BASE ?? '');
  url.pathname = `/itest_migrations_${process.env.JEST_WORKER_ID ?? ''}_${process.pid}_${serial}`;
  databaseUrl = url.href;
});

afterEach(async () => {
  const [first, ...others] = opened.splice(0);
  await Promise.all(others.map((dataSource) => dataSource.destroy()));
  await first?.query(`DROP DATABASE \`${String(first.options.database)}\``);
  await first?.destroy();
});

async function open(): Promise<DataSource> {
  const config = readConfig({ DATABASE_URL: databaseUrl });
  const { options } = await connectDatabase(config, () => undefined);
  const dataSource = await new DataSource({ ...options, entities: ENTITIES }).initialize();
  opened.push(dataSource);
  return dataSource;
}

async function tablesOf(dataSource: DataSource): Promise<string[]> {
  const rows: { name: string }[] = await dataSource.query(
    'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY 1',
  );
  return rows.map(({ name }) => name);
}

/** The schema as the server prints it. */
async function schemaOf(dataSource: DataSource): Promise<string[]> {
  const statements: string[] = [];
  for (const table of await tablesOf(dataSource)) {
    const [row]: Record<string, string>[] = await dataSource.query(`SHOW CREATE TABLE \`${table}\``);
    statements.push((row?.['Create Table'] ?? '').replace(/ AUTO_INCREMENT=\d+/, ''));
  }
  return statements;
}

async function driftOf(dataSource: DataSource): Promise<string[]> {
  const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
  return upQueries.map(({ query }) => query);
}

/** Undoes this migration and those after it. */
async function revertFrom(dataSource: DataSource, first: (typeof MIGRATIONS)[number]): Promise<void> {
  for (let undone = MIGRATIONS.indexOf(first); undone < MIGRATIONS.length; undone += 1)
    await dataSource.undoLastMigration({ transaction: 'each' });
}

/** TypeORM's own command with the project's ormconfig.ts, as the npm scripts call it. */
async function command(...words: string[]): Promise<{ code: number | null; output: string }> {
  const loader = ['--no-warnings', '--import', '@swc-node/register/esm-register'];
  const child = spawn(
    process.execPath,
    [...loader, 'node_modules/typeorm/cli.js', ...words, '-d', 'ormconfig.ts'],
    { cwd: PROJECT_ROOT, env: { ...process.env, DATABASE_URL: databaseUrl } },
  );
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

describe('the migrations', () => {
  it('lead to the schema that the entities describe', async () => {
    const dataSource = await open();
    expect(await driftOf(dataSource)).not.toEqual([]);
    expect(await migrate(dataSource)).toBe(MIGRATIONS.length);
    expect(await driftOf(dataSource)).toEqual([]);
  });

  it('are undone by their downs to an empty database, and then lead to the same schema again', async () => {
    const dataSource = await open();
    await migrate(dataSource);
    const schema = await schemaOf(dataSource);
    await revertFrom(dataSource, Baseline1795190500000);
    expect(await tablesOf(dataSource)).toEqual(['migrations']);
    expect(await migrate(dataSource)).toBe(MIGRATIONS.length);
    expect(await schemaOf(dataSource)).toEqual(schema);
  });

  it('do nothing the second time', async () => {
    const dataSource = await open();
    await migrate(dataSource);
    const schema = await schemaOf(dataSource);
    expect(await migrate(dataSource)).toBe(0);
    expect(await migrate(await open())).toBe(0);
    expect(await schemaOf(dataSource)).toEqual(schema);
  });

  it('run once when several processes start at the same time on an empty database', async () => {
    const dataSources = await Promise.all(Array.from({ length: 4 }, open));
    const applied = await Promise.all(dataSources.map(migrate));
    expect(applied.sort()).toEqual([0, 0, 0, MIGRATIONS.length]);
  });

  it('bear that the last one was killed before it was noted as done', async () => {
    const dataSource = await open();
    await migrate(dataSource);
    const schema = await schemaOf(dataSource);
    await dataSource.query('DELETE FROM `migrations` ORDER BY `id` DESC LIMIT 1');
    expect(await migrate(dataSource)).toBe(1);
    expect(await schemaOf(dataSource)).toEqual(schema);
  });

  it('bring discrepancies into the group of their submitted value, and back', async () => {
    const dataSource = await open();
    await migrate(dataSource);
    const differences = [
      { field: 'degree', submitted: 'PhD', recorded: 'EdD' },
      { field: 'degree', submitted: 'Größe', recorded: null },
    ];
    const rows = differences.map((one, index) => ({
      ...one,
      tenantId: 'tn_0000000000',
      submissionId: `sub-${index}`,
      formType: 'größe',
      formField: 'degree',
      groupKey: 'x'.repeat(32),
      resolution: null,
      createdAt: new Date(),
    }));
    await dataSource.getRepository(Discrepancy).insert(rows);
    const keys = async (): Promise<unknown[]> =>
      (await dataSource.getRepository(Discrepancy).find({ order: { id: 'ASC' } })).map((one) => one.groupKey);

    await revertFrom(dataSource, DiscrepancyGroups1796000400000);
    const [pair, unset] = differences;
    const ofPairs = [pair, unset].map((one) =>
      caseKeyOf(
        { formType: 'größe', field: 'degree' },
        { submitted: one?.submitted ?? '', recorded: one?.recorded ?? null, anyRecorded: false },
      ),
    );
    expect(await keys()).toEqual(ofPairs);
    await migrate(dataSource);
    expect(await keys()).toEqual(rows.map(groupKeyOf));
  });

  it('are ordered and named by their time stamps', () => {
    const names = MIGRATIONS.map(({ name }) => name);
    const stamps = names.map((name) => Number(/\d{13}$/.exec(name)?.[0]));
    expect(stamps).toEqual([...stamps].sort((one, other) => one - other));
    expect(new Set(stamps).size).toBe(names.length);
    expect(MIGRATIONS.map((Migration) => new Migration().name)).toEqual(names);
  });

  it('let go of their lock, also when one of them fails', async () => {
    const dataSource = await open();
    const broken = Object.assign(await open(), {
      runMigrations: () => Promise.reject(new Error('broken migration')),
    });
    await expect(migrate(broken)).rejects.toThrow('broken migration');
    expect(await migrate(dataSource)).toBe(MIGRATIONS.length);
  });
});

describe("TypeORM's own commands", () => {
  it('show, run, check and revert the migrations of ormconfig.ts', async () => {
    const total = MIGRATIONS.length;
    const shown = await command('migration:show');
    expect({ code: shown.code, pending: shown.output.match(/\[ \]/g)?.length }).toEqual({
      code: 0,
      pending: total,
    });
    expect(await command('migration:run')).toMatchObject({ code: 0 });
    const check = await command('migration:generate', 'drift', '--check');
    expect(check).toMatchObject({ code: 0, output: expect.stringContaining('No changes') as unknown });
    expect(await command('migration:revert')).toMatchObject({ code: 0 });

    const dataSource = await open();
    const [row]: { applied: unknown }[] = await dataSource.query(
      'SELECT COUNT(*) AS applied FROM `migrations`',
    );
    expect(Number(row?.applied)).toBe(total - 1);
    // Four processes, each of which compiles all that ormconfig.ts imports.
  }, 120_000);
});
