import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why the last call to finish a run was refused. */
export class RefusedFinishes1796100600000 implements MigrationInterface {
  name = 'RefusedFinishes1796100600000';

  /** A statement that is done may come again: the migration may have been ended before it was noted as done. */
  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('runs', 'refusedFinish')) return;
    await runner.query('ALTER TABLE `runs` ADD COLUMN `refusedFinish` json NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn('runs', 'refusedFinish'))) return;
    await runner.query('ALTER TABLE `runs` DROP COLUMN `refusedFinish`');
  }
}
