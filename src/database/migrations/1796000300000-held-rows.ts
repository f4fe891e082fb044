import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether the row that led to a hold changed nothing else. */
export class HeldRows1796000300000 implements MigrationInterface {
  name = 'HeldRows1796000300000';

  /** A statement that is done may come again: the migration may have been ended before it was noted as done. */
  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('held_requests', 'isRowUnchanged')) return;
    await runner.query('ALTER TABLE `held_requests` ADD COLUMN `isRowUnchanged` tinyint NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn('held_requests', 'isRowUnchanged'))) return;
    await runner.query('ALTER TABLE `held_requests` DROP COLUMN `isRowUnchanged`');
  }
}
