import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A loss of commits refuses all stamps from before it. Nothing was released with this column. */
export class AllStampsLost1796400100000 implements MigrationInterface {
  name = 'AllStampsLost1796400100000';

  /** A statement that is done may come again: the migration may have been ended before it was noted as done. */
  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('lost_stamps', 'after'))
      await runner.query('ALTER TABLE `lost_stamps` DROP COLUMN `after`');
  }

  async down(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn('lost_stamps', 'after')))
      await runner.query(
        'ALTER TABLE `lost_stamps` ADD COLUMN `after` bigint unsigned NOT NULL AFTER `upTo`',
      );
  }
}
