import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which limits a held de-provisioning was beyond, as an administrator sees them at the decision. */
export class NoteLimitsOfHolds1795190496000 implements MigrationInterface {
  name = 'NoteLimitsOfHolds1795190496000';

  async up(runner: QueryRunner): Promise<void> {
    if (!(await exists(runner)))
      await runner.query('ALTER TABLE `held_requests` ADD COLUMN `beyond` json NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    if (await exists(runner)) await runner.query('ALTER TABLE `held_requests` DROP COLUMN `beyond`');
  }
}

async function exists(runner: QueryRunner): Promise<boolean> {
  const found: unknown = await runner.query("SHOW COLUMNS FROM `held_requests` LIKE 'beyond'");
  return Array.isArray(found) && found.length > 0;
}
