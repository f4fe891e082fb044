import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The rule that a rejection of a hold has replaced. */
export class FormerRules1796200100000 implements MigrationInterface {
  name = 'FormerRules1796200100000';

  /** A statement that is done may come again: the migration may have been ended before it was noted as done. */
  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('held_requests', 'formerRule')) return;
    await runner.query('ALTER TABLE `held_requests` ADD COLUMN `formerRule` json NULL AFTER `lastChange`');
  }

  async down(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn('held_requests', 'formerRule'))) return;
    await runner.query('ALTER TABLE `held_requests` DROP COLUMN `formerRule`');
  }
}
