import type { MigrationInterface, QueryRunner } from 'typeorm';

import { ASCII } from './baseline/column-types.js';

/** What became of the items of each target system, by day. */
export class SyncDays1796100100000 implements MigrationInterface {
  name = 'SyncDays1796100100000';

  async up(runner: QueryRunner): Promise<void> {
    const sql = `CREATE TABLE IF NOT EXISTS "sync_days" (
      "tenantId" char(14) ${ASCII} NOT NULL,
      "day" date NOT NULL,
      "targetSystem" varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
      "sent" bigint unsigned NOT NULL,
      "failed" bigint unsigned NOT NULL,
      "longestWaitMs" bigint unsigned NOT NULL,
      "oldestQueuedAt" datetime(3) NULL,
      PRIMARY KEY ("tenantId", "day", "targetSystem")
    ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci`;
    await runner.query(sql.replaceAll('"', '`'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS `sync_days`');
  }
}
