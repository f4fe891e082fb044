import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why a de-provisioning is held; all before were beyond a limit. */
export class AddReasonOfHolds1795190480202 implements MigrationInterface {
  name = 'AddReasonOfHolds1795190480202';

  async up(runner: QueryRunner): Promise<void> {
    if (!(await exists(runner)))
      await runner.query(
        'ALTER TABLE `held_requests` ADD COLUMN `reason` varchar(16) CHARACTER SET ascii COLLATE ascii_bin ' +
          "NOT NULL DEFAULT 'limit'",
      );
  }

  async down(runner: QueryRunner): Promise<void> {
    if (await exists(runner)) await runner.query('ALTER TABLE `held_requests` DROP COLUMN `reason`');
  }
}

async function exists(runner: QueryRunner): Promise<boolean> {
  const found: unknown = await runner.query("SHOW COLUMNS FROM `held_requests` LIKE 'reason'");
  return Array.isArray(found) && found.length > 0;
}
