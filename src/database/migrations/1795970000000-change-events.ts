import type { MigrationInterface, QueryRunner } from 'typeorm';

import { ASCII } from './baseline/column-types.js';

/** The feed of changes. It begins with what is committed from now on. */
export class ChangeEvents1795970000000 implements MigrationInterface {
  name = 'ChangeEvents1795970000000';

  async up(runner: QueryRunner): Promise<void> {
    const sql = `CREATE TABLE IF NOT EXISTS "change_events" (
      "tenantId" char(14) ${ASCII} NOT NULL,
      "stamp" bigint unsigned NOT NULL,
      "lastOrdinal" int unsigned NOT NULL,
      "scope" varchar(16) ${ASCII} NOT NULL,
      "at" datetime(3) NOT NULL,
      "events" mediumtext,
      PRIMARY KEY ("tenantId", "stamp", "lastOrdinal")
    ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci`;
    await runner.query(sql.replaceAll('"', '`'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS `change_events`');
  }
}
