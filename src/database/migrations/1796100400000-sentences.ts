import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['alert_incidents', 'failed_rows'];

/** What happened, with its values kept, so that it can be written in other languages than English. */
export class Sentences1796100400000 implements MigrationInterface {
  name = 'Sentences1796100400000';

  /** A statement that is done may come again: the migration may have been ended before it was noted as done. */
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES)
      if (!(await runner.hasColumn(table, 'sentences')))
        await runner.query(`ALTER TABLE \`${table}\` ADD COLUMN \`sentences\` json NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES)
      if (await runner.hasColumn(table, 'sentences'))
        await runner.query(`ALTER TABLE \`${table}\` DROP COLUMN \`sentences\``);
  }
}
