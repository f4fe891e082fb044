import type { MigrationInterface, QueryRunner } from 'typeorm';

import { ASCII } from './baseline/column-types.js';

const TABLES = ['sign_on_settings', 'sign_on_drafts'] as const;

const ADDED = `
  ADD COLUMN "metadata" json NULL,
  ADD COLUMN "metadataUrl" varchar(500) ${ASCII} NULL,
  ADD COLUMN "metadataReadAt" datetime(3) NULL,
  MODIFY COLUMN "clientId" varchar(255) NULL,
  MODIFY COLUMN "sealedSecret" varbinary(1024) NULL`;
const ADDED_TO_DRAFTS = `,
  ADD COLUMN "testedSubject" varchar(254) NULL,
  ADD COLUMN "testedAffiliations" json NULL`;

const REMOVED = `
  DROP COLUMN "metadata", DROP COLUMN "metadataUrl", DROP COLUMN "metadataReadAt",
  MODIFY COLUMN "clientId" varchar(255) NOT NULL,
  MODIFY COLUMN "sealedSecret" varbinary(1024) NOT NULL`;
const REMOVED_FROM_DRAFTS = ', DROP COLUMN "testedSubject", DROP COLUMN "testedAffiliations"';

/** Providers of SAML, and the assertions that were used. */
export class SamlSignOn1796300100000 implements MigrationInterface {
  name = 'SamlSignOn1796300100000';

  /** A statement that is done may come again: the migration may have been ended before it was noted as done. */
  async up(runner: QueryRunner): Promise<void> {
    const run = (sql: string): Promise<unknown> => runner.query(sql.replaceAll('"', '`'));
    for (const table of TABLES) {
      if (await runner.hasColumn(table, 'metadata')) continue;
      await run(`ALTER TABLE "${table}" ${ADDED}${table === 'sign_on_drafts' ? ADDED_TO_DRAFTS : ''}`);
    }
    await run(`CREATE TABLE IF NOT EXISTS "used_assertions" (
      "tenantId" char(14) ${ASCII} NOT NULL,
      "assertionHash" binary(32) NOT NULL,
      "expiresAt" datetime(3) NOT NULL,
      PRIMARY KEY ("tenantId", "assertionHash"),
      KEY "ix_used_assertions_expires" ("expiresAt")
    ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci`);
  }

  /** The version before knows no SAML: single sign-on by it is off, and logins by password work. */
  async down(runner: QueryRunner): Promise<void> {
    const run = (sql: string): Promise<unknown> => runner.query(sql.replaceAll('"', '`'));
    for (const table of TABLES) {
      if (!(await runner.hasColumn(table, 'metadata'))) continue;
      await run(`DELETE FROM "${table}" WHERE "metadata" IS NOT NULL`);
      await run(`ALTER TABLE "${table}" ${REMOVED}${table === 'sign_on_drafts' ? REMOVED_FROM_DRAFTS : ''}`);
    }
    await run('DROP TABLE IF EXISTS "used_assertions"');
  }
}
