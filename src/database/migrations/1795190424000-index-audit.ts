import type { MigrationInterface, QueryRunner } from 'typeorm';

const WIDE = ['ix_audit_events_list', '`tenantId`, `id`, `actor`, `action`, `at`'] as const;
const NARROW = ['ix_audit_events_tenant', '`tenantId`, `id`'] as const;

/** What the list of the audit log is filtered by, so that its entries are counted without their rows. */
export class IndexAudit1795190424000 implements MigrationInterface {
  name = 'IndexAudit1795190424000';

  async up(runner: QueryRunner): Promise<void> {
    await this.replace(runner, NARROW, WIDE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await this.replace(runner, WIDE, NARROW);
  }

  private async replace(
    runner: QueryRunner,
    [old]: typeof NARROW | typeof WIDE,
    [name, columns]: typeof NARROW | typeof WIDE,
  ): Promise<void> {
    if (!(await this.exists(runner, name)))
      await runner.query(`ALTER TABLE \`audit_events\` ADD KEY \`${name}\` (${columns})`);
    if (await this.exists(runner, old))
      await runner.query(`ALTER TABLE \`audit_events\` DROP KEY \`${old}\``);
  }

  private async exists(runner: QueryRunner, name: string): Promise<boolean> {
    const found: unknown = await runner.query('SHOW INDEX FROM `audit_events` WHERE Key_name = ?', [name]);
    return Array.isArray(found) && found.length > 0;
  }
}
