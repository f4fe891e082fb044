import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEX = 'ix_audit_events_run';

/** The entries of one run, with all that the audit log is filtered by. */
export class FindAuditByRun1795190496300 implements MigrationInterface {
  name = 'FindAuditByRun1795190496300';

  async up(runner: QueryRunner): Promise<void> {
    if (await this.exists(runner)) return;
    await runner.query(`ALTER TABLE \`audit_events\` ADD KEY \`${INDEX}\` (\`tenantId\`, \`run\`, \`id\`,
      \`actor\`, \`action\`, \`at\`, \`actEntries\`), ALGORITHM=INPLACE, LOCK=NONE`);
  }

  async down(runner: QueryRunner): Promise<void> {
    if (await this.exists(runner))
      await runner.query(`ALTER TABLE \`audit_events\` DROP KEY \`${INDEX}\`, ALGORITHM=INPLACE, LOCK=NONE`);
  }

  private async exists(runner: QueryRunner): Promise<boolean> {
    const found: unknown = await runner.query('SHOW INDEX FROM `audit_events` WHERE Key_name = ?', [INDEX]);
    return Array.isArray(found) && found.length > 0;
  }
}
