import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The people of a run who wait for a decision; the default lets the release before this one go on writing. */
export class CountPendingOfRuns1795190480101 implements MigrationInterface {
  name = 'CountPendingOfRuns1795190480101';

  async up(runner: QueryRunner): Promise<void> {
    if (!(await this.exists(runner)))
      await runner.query('ALTER TABLE `runs` ADD COLUMN `pending` bigint unsigned NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    if (await this.exists(runner)) await runner.query('ALTER TABLE `runs` DROP COLUMN `pending`');
  }

  private async exists(runner: QueryRunner): Promise<boolean> {
    const found: unknown = await runner.query("SHOW COLUMNS FROM `runs` LIKE 'pending'");
    return Array.isArray(found) && found.length > 0;
  }
}
