import type { MigrationInterface, QueryRunner } from 'typeorm';

import { ASCII } from './baseline/column-types.js';

const TABLES = {
  commit_marks: `
    "process" char(16) ${ASCII} NOT NULL,
    "connection" int unsigned NOT NULL,
    "number" bigint unsigned NOT NULL,
    "at" bigint unsigned NOT NULL,
    PRIMARY KEY ("process", "connection"),
    KEY "ix_commit_marks_at" ("at")`,
  commit_losses: `
    "id" bigint unsigned NOT NULL AUTO_INCREMENT,
    "foundAt" datetime(3) NOT NULL,
    "firstAt" datetime(3) NOT NULL,
    "lastAt" datetime(3) NOT NULL,
    "formerServer" varchar(255) NULL,
    "server" varchar(255) NULL,
    PRIMARY KEY ("id")`,
  lost_stamps: `
    "tenantId" char(14) ${ASCII} NOT NULL,
    "upTo" bigint unsigned NOT NULL,
    "after" bigint unsigned NOT NULL,
    "lossId" bigint unsigned NOT NULL,
    "isKnown" tinyint NOT NULL,
    PRIMARY KEY ("tenantId", "upTo")`,
};

/** By which a process finds that a server has lost commits, and what it has found. */
export class CommitMarks1796300400000 implements MigrationInterface {
  name = 'CommitMarks1796300400000';

  /** A statement that is done may come again: the migration may have been ended before it was noted as done. */
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, columns] of Object.entries(TABLES))
      await runner.query(
        `CREATE TABLE IF NOT EXISTS "${table}" (${columns}) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci`.replaceAll(
          '"',
          '`',
        ),
      );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of Object.keys(TABLES)) await runner.query(`DROP TABLE IF EXISTS \`${table}\``);
  }
}
