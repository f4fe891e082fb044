import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = ['awaitingSource', 'putBack'];

/** What a run did to approved values; the default lets the release before this one go on writing. */
export class CountAwaitingOfRuns1795190480201 implements MigrationInterface {
  name = 'CountAwaitingOfRuns1795190480201';

  async up(runner: QueryRunner): Promise<void> {
    for (const name of COLUMNS)
      if (!(await exists(runner, name)))
        await runner.query(`ALTER TABLE \`runs\` ADD COLUMN \`${name}\` bigint unsigned NOT NULL DEFAULT 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of COLUMNS)
      if (await exists(runner, name)) await runner.query(`ALTER TABLE \`runs\` DROP COLUMN \`${name}\``);
  }
}

async function exists(runner: QueryRunner, name: string): Promise<boolean> {
  const found: unknown = await runner.query('SHOW COLUMNS FROM `runs` LIKE ?', [name]);
  return Array.isArray(found) && found.length > 0;
}
