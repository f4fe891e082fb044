import type { MigrationInterface, QueryRunner } from 'typeorm';

import { ASCII } from './baseline/column-types.js';

/** Which credentials read the feed of changes, and how far they have come. */
export class FeedReaders1795980000000 implements MigrationInterface {
  name = 'FeedReaders1795980000000';

  async up(runner: QueryRunner): Promise<void> {
    const sql = `CREATE TABLE IF NOT EXISTS "feed_readers" (
      "tenantId" char(14) ${ASCII} NOT NULL,
      "apiKey" char(29) ${ASCII} NOT NULL,
      "lastReadAt" datetime(3) NOT NULL,
      "dailySince" datetime(3) NOT NULL,
      "scopes" varchar(32) ${ASCII} NOT NULL,
      "resets" int unsigned NOT NULL,
      "stamp" bigint unsigned NOT NULL,
      "ordinal" int unsigned NOT NULL,
      PRIMARY KEY ("tenantId", "apiKey"),
      INDEX "ix_feed_readers_seen" ("tenantId", "lastReadAt")
    ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci`;
    await runner.query(sql.replaceAll('"', '`'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS `feed_readers`');
  }
}
