import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When an administrator has last said that a rule about discrepancies is to stay in force. */
export class RulesKept1796100500000 implements MigrationInterface {
  name = 'RulesKept1796100500000';

  /** A statement that is done may come again: the migration may have been ended before it was noted as done. */
  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('discrepancy_rules', 'keptAt')) return;
    await runner.query(
      'ALTER TABLE `discrepancy_rules` ADD COLUMN `keptAt` datetime(3) NULL AFTER `createdBy`',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn('discrepancy_rules', 'keptAt'))) return;
    await runner.query('ALTER TABLE `discrepancy_rules` DROP COLUMN `keptAt`');
  }
}
