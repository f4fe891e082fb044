import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How much an undo has left as it was. */
export class KeptByUndos1796100600001 implements MigrationInterface {
  name = 'KeptByUndos1796100600001';

  /** A statement that is done may come again: the migration may have been ended before it was noted as done. */
  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('run_undos', 'kept')) return;
    await runner.query('ALTER TABLE `run_undos` ADD COLUMN `kept` int unsigned NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn('run_undos', 'kept'))) return;
    await runner.query('ALTER TABLE `run_undos` DROP COLUMN `kept`');
  }
}
