import type { MigrationInterface, QueryRunner } from 'typeorm';

import { ASCII } from './baseline/column-types.js';

const OPTIONS = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci';

const COLUMNS = [
  ['users', 'inactiveCause'],
  ['held_requests', 'cause'],
] as const;

const TABLES = {
  naming_epochs: `
    "tenantId" char(14) ${ASCII} NOT NULL,
    "epoch" bigint unsigned NOT NULL,
    PRIMARY KEY ("tenantId")`,
  namings: `
    "tenantId" char(14) ${ASCII} NOT NULL,
    "sender" varchar(64) ${ASCII} NOT NULL,
    "run" varchar(100) ${ASCII} NOT NULL,
    "epoch" bigint unsigned NOT NULL,
    "part" binary(8) NOT NULL,
    "at" datetime(3) NOT NULL,
    "rowCount" int unsigned NOT NULL,
    "keyless" int unsigned NOT NULL,
    "sent" mediumblob NOT NULL,
    "named" mediumblob NOT NULL,
    PRIMARY KEY ("tenantId", "sender", "run", "epoch", "part"),
    KEY "ix_namings_run" ("tenantId", "run"),
    KEY "ix_namings_epoch" ("tenantId", "epoch")`,
  finished_runs: `
    "tenantId" char(14) ${ASCII} NOT NULL,
    "run" varchar(100) ${ASCII} NOT NULL,
    "sender" varchar(64) ${ASCII} NOT NULL,
    "epoch" bigint unsigned NOT NULL,
    "state" varchar(8) ${ASCII} NOT NULL,
    "request" json NOT NULL,
    "accountTypes" varchar(64) ${ASCII} NULL,
    "at" datetime(3) NOT NULL,
    "rowCount" int unsigned NOT NULL,
    "named" mediumblob NULL,
    "absences" mediumblob NULL,
    "namedCount" int unsigned NOT NULL DEFAULT 0,
    "first" int unsigned NOT NULL DEFAULT 0,
    "deprovisioned" int unsigned NOT NULL DEFAULT 0,
    "held" int unsigned NOT NULL DEFAULT 0,
    "kept" int unsigned NOT NULL DEFAULT 0,
    "sample" json NOT NULL,
    "undoneAt" datetime(3) NULL,
    PRIMARY KEY ("tenantId", "run"),
    KEY "ix_finished_runs_sender" ("tenantId", "sender", "epoch")`,
};

/** Whom rows have named, and runs that were finished; why people are inactive whom no one has called so. */
export class FinishedRuns1795990000000 implements MigrationInterface {
  name = 'FinishedRuns1795990000000';

  /** A statement that is done may come again: the migration may have been ended before it was noted as done. */
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, column] of COLUMNS)
      if (!(await runner.hasColumn(table, column)))
        await this.run(runner, `ALTER TABLE "${table}" ADD COLUMN "${column}" varchar(16) ${ASCII} NULL`);
    for (const [table, definition] of Object.entries(TABLES))
      await this.run(runner, `CREATE TABLE IF NOT EXISTS "${table}" (${definition}) ${OPTIONS}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of Object.keys(TABLES)) await this.run(runner, `DROP TABLE IF EXISTS "${table}"`);
    for (const [table, column] of COLUMNS)
      if (await runner.hasColumn(table, column))
        await this.run(runner, `ALTER TABLE "${table}" DROP COLUMN "${column}"`);
  }

  private async run(runner: QueryRunner, sql: string): Promise<void> {
    await runner.query(sql.replaceAll('"', '`'));
  }
}
