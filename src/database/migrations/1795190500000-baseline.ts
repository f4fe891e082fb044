import type { MigrationInterface, QueryRunner } from 'typeorm';

import { ALERT_TABLES } from './baseline/alerts.js';
import { AUDIT_TABLES } from './baseline/audit.js';
import { AUTH_TABLES } from './baseline/auth.js';
import { FEED_TABLES } from './baseline/feed.js';
import { IDENTITY_TABLES } from './baseline/identity.js';
import { INSTALLATION_TABLES } from './baseline/installation.js';
import { PRIVACY_TABLES } from './baseline/privacy.js';
import { PROGRESS_TABLES } from './baseline/progress.js';
import { REQUEST_TABLES } from './baseline/requests.js';
import { SANDBOX_TABLES } from './baseline/sandbox.js';
import { SCIM_TABLES } from './baseline/scim.js';
import { SUBMISSION_TABLES } from './baseline/submissions.js';
import { SYNC_TABLES } from './baseline/sync.js';
import { TENANCY_TABLES } from './baseline/tenancy.js';
import { USER_TABLES } from './baseline/users.js';

/** The columns and keys of each table. Names stand in double quotes, as backticks would end the texts. */
const TABLES: Readonly<Record<string, string>> = {
  ...INSTALLATION_TABLES,
  ...TENANCY_TABLES,
  ...AUTH_TABLES,
  ...AUDIT_TABLES,
  ...USER_TABLES,
  ...IDENTITY_TABLES,
  ...FEED_TABLES,
  ...PROGRESS_TABLES,
  ...SUBMISSION_TABLES,
  ...SYNC_TABLES,
  ...SCIM_TABLES,
  ...REQUEST_TABLES,
  ...ALERT_TABLES,
  ...PRIVACY_TABLES,
  ...SANDBOX_TABLES,
};

const OPTIONS = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci';

/** The schema of the first release. */
export class Baseline1795190500000 implements MigrationInterface {
  name = 'Baseline1795190500000';

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, definition] of Object.entries(TABLES))
      await runner.query(
        `CREATE TABLE IF NOT EXISTS "${table}" (${definition}) ${OPTIONS}`.replaceAll('"', '`'),
      );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of Object.keys(TABLES)) await runner.query(`DROP TABLE IF EXISTS \`${table}\``);
  }
}
