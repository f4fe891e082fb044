import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the history of the person had when an administrator decided about a hold. */
export class HoldDecisions1796100500001 implements MigrationInterface {
  name = 'HoldDecisions1796100500001';

  /** A statement that is done may come again: the migration may have been ended before it was noted as done. */
  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('held_requests', 'lastChange')) return;
    await runner.query(
      'ALTER TABLE `held_requests` ADD COLUMN `lastChange` bigint unsigned NULL AFTER `decidedBy`',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn('held_requests', 'lastChange'))) return;
    await runner.query('ALTER TABLE `held_requests` DROP COLUMN `lastChange`');
  }
}
