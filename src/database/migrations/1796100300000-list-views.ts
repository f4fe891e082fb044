import type { MigrationInterface, QueryRunner } from 'typeorm';

import { ASCII } from './baseline/column-types.js';

/** Views of lists that administrators have saved. */
export class ListViews1796100300000 implements MigrationInterface {
  name = 'ListViews1796100300000';

  async up(runner: QueryRunner): Promise<void> {
    const sql = `CREATE TABLE IF NOT EXISTS "list_views" (
      "tenantId" char(14) ${ASCII} NOT NULL,
      "id" char(29) ${ASCII} NOT NULL,
      "holder" varchar(64) ${ASCII} NOT NULL,
      "ownerId" varchar(64) ${ASCII} NOT NULL,
      "list" varchar(40) ${ASCII} NOT NULL,
      "name" varchar(60) NOT NULL,
      "filters" json NOT NULL,
      "sort" varchar(40) ${ASCII} NULL,
      "order" varchar(4) ${ASCII} NULL,
      "perPage" smallint unsigned NULL,
      "changedAt" datetime(3) NOT NULL,
      UNIQUE KEY "uq_list_views_name" ("tenantId", "holder", "list", "name"),
      PRIMARY KEY ("tenantId", "id")
    ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci`;
    await runner.query(sql.replaceAll('"', '`'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS `list_views`');
  }
}
