import type { MigrationInterface, QueryRunner } from 'typeorm';

import { ASCII } from './baseline/column-types.js';

/** The entries of an act that took several transactions. */
export class AuditActs1796000100000 implements MigrationInterface {
  name = 'AuditActs1796000100000';

  /** A statement that is done may come again: the migration may have been ended before it was noted as done. */
  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('audit_events', 'act')) return;
    await runner.query(
      `ALTER TABLE \`audit_events\` ADD COLUMN \`act\` char(36) ${ASCII} NULL,
        ADD KEY \`ix_audit_events_act\` (\`tenantId\`, \`act\`, \`action\`, \`id\`)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn('audit_events', 'act'))) return;
    await runner.query('ALTER TABLE `audit_events` DROP KEY `ix_audit_events_act`, DROP COLUMN `act`');
  }
}
