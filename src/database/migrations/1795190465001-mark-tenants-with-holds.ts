import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A guard that is turned off leaves a mark in the settings from now on, by which calls know that people may be held;
 * this is the mark of those that were turned off before.
 */
export class MarkTenantsWithHolds1795190465001 implements MigrationInterface {
  name = 'MarkTenantsWithHolds1795190465001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE \`tenants\` \`t\`
      SET \`t\`.\`settings\` =
        JSON_MERGE_PATCH(COALESCE(\`t\`.\`settings\`, '{}'), '{"deprovisioningGuard":{"everHeld":true}}')
      WHERE EXISTS (SELECT 1 FROM \`held_requests\` \`h\` WHERE \`h\`.\`tenantId\` = \`t\`.\`id\`)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE \`tenants\`
      SET \`settings\` = JSON_REMOVE(\`settings\`, '$.deprovisioningGuard.everHeld')
      WHERE JSON_EXTRACT(\`settings\`, '$.deprovisioningGuard.everHeld') IS NOT NULL`);
  }
}
