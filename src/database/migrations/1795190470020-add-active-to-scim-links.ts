import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether the connection's last word about the status of its person was `active`. */
export class AddActiveToScimLinks1795190470020 implements MigrationInterface {
  name = 'AddActiveToScimLinks1795190470020';

  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('scim_links', 'wantsActive')) return;
    await runner.query('ALTER TABLE `scim_links` ADD COLUMN `wantsActive` tinyint NOT NULL DEFAULT 1');
    // Until now no one has noted it; the best guess is the status that the person has.
    await runner.query(
      'UPDATE `scim_links` l JOIN `users` u ON u.`tenantId` = l.`tenantId` AND u.`id` = l.`userId` ' +
        "SET l.`wantsActive` = 0 WHERE u.`accountStatus` = 'inactive'",
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('scim_links', 'wantsActive'))
      await runner.query('ALTER TABLE `scim_links` DROP COLUMN `wantsActive`');
  }
}
