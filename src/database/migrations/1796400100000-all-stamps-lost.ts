import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A loss of commits refuses all stamps from before it, also to processes that read from where on it does. */
export class AllStampsLost1796400100000 implements MigrationInterface {
  name = 'AllStampsLost1796400100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE `lost_stamps` MODIFY COLUMN `after` bigint unsigned NOT NULL DEFAULT 0');
    await runner.query('UPDATE `lost_stamps` SET `after` = 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE `lost_stamps` MODIFY COLUMN `after` bigint unsigned NOT NULL');
  }
}
