import type { MigrationInterface, QueryRunner } from 'typeorm';

import { ASCII } from './baseline/column-types.js';

const OPTIONS = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci';

/** Since 1970; the clock of a sandbox may stand behind the last second that `UNIX_TIMESTAMP` knows. */
const MILLISECONDS = `TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00', "updatedAt") DIV 1000`;

const OTHER_KEYS =
  'DROP KEY "ix_users_changed", ADD KEY "ix_users_changes" ' +
  '("tenantId", "changedAt", "id", "accountStatus", "accountType", "role", "programId")';

const TABLES = {
  user_places: `
    "tenantId" char(14) ${ASCII} NOT NULL,
    "supersededBy" bigint unsigned NOT NULL,
    "userId" varchar(64) ${ASCII} NOT NULL,
    "stamp" bigint unsigned NOT NULL,
    PRIMARY KEY ("tenantId", "supersededBy", "userId"),
    KEY "ix_user_places_user" ("tenantId", "userId")`,
  user_removals: `
    "tenantId" char(14) ${ASCII} NOT NULL,
    "stamp" bigint unsigned NOT NULL,
    "userId" varchar(64) ${ASCII} NOT NULL,
    PRIMARY KEY ("tenantId", "stamp", "userId"),
    KEY "ix_user_removals_user" ("tenantId", "userId")`,
};

/** The order of the changes of people. Who is known gets the place of the last change. */
export class PeopleList1795960000000 implements MigrationInterface {
  name = 'PeopleList1795960000000';

  /** A statement that is done may come again: the migration may have been ended before it was noted as done. */
  async up(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn('users', 'changedAt')))
      await this.run(runner, 'ALTER TABLE "users" ADD COLUMN "changedAt" bigint unsigned NOT NULL DEFAULT 0');
    await this.run(runner, `UPDATE "users" SET "changedAt" = ${MILLISECONDS} WHERE "changedAt" = 0`);
    await this.run(
      runner,
      'INSERT INTO "progress_stamps" ("tenantId", "last") SELECT "tenantId", MAX("changedAt") FROM "users" ' +
        'GROUP BY "tenantId" ON DUPLICATE KEY UPDATE "last" = GREATEST("last", VALUES("last"))',
    );
    if (await this.hasKey(runner, 'ix_users_changed'))
      await this.run(runner, `ALTER TABLE "users" ${OTHER_KEYS}`);
    for (const [table, definition] of Object.entries(TABLES))
      await this.run(runner, `CREATE TABLE IF NOT EXISTS "${table}" (${definition}) ${OPTIONS}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of Object.keys(TABLES)) await this.run(runner, `DROP TABLE IF EXISTS "${table}"`);
    if (await this.hasKey(runner, 'ix_users_changes'))
      await this.run(
        runner,
        'ALTER TABLE "users" DROP KEY "ix_users_changes", ADD KEY "ix_users_changed" ("tenantId", "updatedAt", "id")',
      );
    if (await runner.hasColumn('users', 'changedAt'))
      await this.run(runner, 'ALTER TABLE "users" DROP COLUMN "changedAt"');
  }

  private async hasKey(runner: QueryRunner, name: string): Promise<boolean> {
    const rows = (await runner.query('SHOW KEYS FROM `users`')) as { Key_name: string }[];
    return rows.some(({ Key_name: key }) => key === name);
  }

  private async run(runner: QueryRunner, sql: string): Promise<void> {
    await runner.query(sql.replaceAll('"', '`'));
  }
}
