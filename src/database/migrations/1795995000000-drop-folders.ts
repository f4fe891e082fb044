import type { MigrationInterface, QueryRunner } from 'typeorm';

import { ASCII } from './baseline/column-types.js';

/** What waits in the folders of dropped files. */
export class DropFolders1795995000000 implements MigrationInterface {
  name = 'DropFolders1795995000000';

  async up(runner: QueryRunner): Promise<void> {
    const sql = `CREATE TABLE IF NOT EXISTS "drop_folders" (
      "tenantId" char(14) ${ASCII} NOT NULL,
      "folder" varchar(100) ${ASCII} NOT NULL,
      "waiting" int unsigned NOT NULL,
      "refused" int unsigned NOT NULL,
      "atWork" varchar(255) NULL,
      "seenAt" datetime(3) NOT NULL,
      PRIMARY KEY ("tenantId", "folder")
    ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci`;
    await runner.query(sql.replaceAll('"', '`'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS `drop_folders`');
  }
}
