import type { MigrationInterface, QueryRunner } from 'typeorm';

import { ASCII } from './baseline/column-types.js';

const OPTIONS = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci';

/** The order of the changes of people. Who is known gets the place of the last change. */
export class PeopleList1795960000000 implements MigrationInterface {
  name = 'PeopleList1795960000000';

  async up(runner: QueryRunner): Promise<void> {
    const columns = '"tenantId", "changedAt", "id", "accountStatus", "accountType", "role", "programId"';
    await this.run(runner, 'ALTER TABLE "users" ADD COLUMN "changedAt" bigint unsigned NOT NULL DEFAULT 0');
    await this.run(runner, 'UPDATE "users" SET "changedAt" = ROUND(UNIX_TIMESTAMP("updatedAt") * 1000)');
    await this.run(
      runner,
      `ALTER TABLE "users" DROP KEY "ix_users_changed", ADD KEY "ix_users_changes" (${columns})`,
    );
    await this.run(
      runner,
      `CREATE TABLE "user_places" (
        "tenantId" char(14) ${ASCII} NOT NULL,
        "supersededBy" bigint unsigned NOT NULL,
        "userId" varchar(64) ${ASCII} NOT NULL,
        "stamp" bigint unsigned NOT NULL,
        PRIMARY KEY ("tenantId", "supersededBy", "userId")) ${OPTIONS}`,
    );
    await this.run(
      runner,
      `CREATE TABLE "user_removals" (
        "tenantId" char(14) ${ASCII} NOT NULL,
        "stamp" bigint unsigned NOT NULL,
        "userId" varchar(64) ${ASCII} NOT NULL,
        PRIMARY KEY ("tenantId", "stamp", "userId")) ${OPTIONS}`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await this.run(runner, 'DROP TABLE "user_removals"');
    await this.run(runner, 'DROP TABLE "user_places"');
    await this.run(
      runner,
      'ALTER TABLE "users" DROP KEY "ix_users_changes", ADD KEY "ix_users_changed" ("tenantId", "updatedAt", "id")',
    );
    await this.run(runner, 'ALTER TABLE "users" DROP COLUMN "changedAt"');
  }

  private async run(runner: QueryRunner, sql: string): Promise<void> {
    await runner.query(sql.replaceAll('"', '`'));
  }
}
