import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEX = 'ix_audit_events_list';
const COLUMNS = '`tenantId`, `id`, `actor`, `action`, `at`';

/** Which run an action belongs to, and of how many entries an act consists: one line of the list for many people. */
export class GroupAuditByAct1795190491404 implements MigrationInterface {
  name = 'GroupAuditByAct1795190491404';

  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('audit_events', 'actEntries')) return;
    await runner.query(`ALTER TABLE \`audit_events\`
      ADD COLUMN \`run\` varchar(100) CHARACTER SET ascii COLLATE ascii_bin NULL,
      ADD COLUMN \`actEntries\` int unsigned NOT NULL DEFAULT 1,
      DROP KEY \`${INDEX}\`, ADD KEY \`${INDEX}\` (${COLUMNS}, \`actEntries\`)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn('audit_events', 'actEntries'))) return;
    await runner.query(`ALTER TABLE \`audit_events\` DROP KEY \`${INDEX}\`,
      ADD KEY \`${INDEX}\` (${COLUMNS}), DROP COLUMN \`actEntries\`, DROP COLUMN \`run\``);
  }
}
