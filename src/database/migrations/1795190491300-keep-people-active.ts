import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = [
  ['users', 'keepActive', 'json NULL'],
  // The default lets the release before this one go on writing.
  ['runs', 'keptActive', 'bigint unsigned NOT NULL DEFAULT 0'],
] as const;

/** People whom an administrator keeps active until a day, and how often a run met one of them. */
export class KeepPeopleActive1795190491300 implements MigrationInterface {
  name = 'KeepPeopleActive1795190491300';

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, name, type] of COLUMNS)
      if (!(await exists(runner, table, name)))
        await runner.query(`ALTER TABLE \`${table}\` ADD COLUMN \`${name}\` ${type}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, name] of COLUMNS)
      if (await exists(runner, table, name))
        await runner.query(`ALTER TABLE \`${table}\` DROP COLUMN \`${name}\``);
  }
}

async function exists(runner: QueryRunner, table: string, name: string): Promise<boolean> {
  const found: unknown = await runner.query(`SHOW COLUMNS FROM \`${table}\` LIKE ?`, [name]);
  return Array.isArray(found) && found.length > 0;
}
