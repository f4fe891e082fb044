import type { MigrationInterface, QueryRunner } from 'typeorm';

import { ASCII } from './baseline/column-types.js';

/** When connectors asked for items of each target system, and after how long it counts as silent. */
export class TargetContacts1796000000000 implements MigrationInterface {
  name = 'TargetContacts1796000000000';

  async up(runner: QueryRunner): Promise<void> {
    const sql = `CREATE TABLE IF NOT EXISTS "target_contacts" (
      "tenantId" char(14) ${ASCII} NOT NULL,
      "targetSystem" varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
      "lastAt" datetime(3) NULL,
      "gaps" json NOT NULL,
      "silentAfterMinutes" int unsigned NULL,
      PRIMARY KEY ("tenantId", "targetSystem")
    ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci`;
    await runner.query(sql.replaceAll('"', '`'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS `target_contacts`');
  }
}
