import type { MigrationInterface, QueryRunner } from 'typeorm';

const ASCII = 'CHARACTER SET ascii COLLATE ascii_bin';
const END = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci';
const INDEX = 'uq_audit_events_position';
const NO_HASH = '0'.repeat(64);

/**
 * The place of each audit entry in the chain of its tenant. Entries that are there already get theirs from the service
 * (`ChainFill`), which has the keys for what names people in them; until then those of the tenant wait too.
 */
export class ChainAudit1795190496800 implements MigrationInterface {
  name = 'ChainAudit1795190496800';

  async up(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn('audit_events', 'position')))
      await runner.query(`ALTER TABLE \`audit_events\`
        ADD COLUMN \`people\` json NULL,
        ADD COLUMN \`position\` bigint unsigned NULL,
        ADD COLUMN \`chainOffset\` int unsigned NULL,
        ADD COLUMN \`hash\` char(64) ${ASCII} NULL,
        ADD UNIQUE KEY \`${INDEX}\` (\`tenantId\`, \`position\`), ALGORITHM=INPLACE, LOCK=NONE`);
    await runner.query(`CREATE TABLE IF NOT EXISTS \`audit_heads\` (
      \`tenantId\` char(14) ${ASCII} NOT NULL, \`entries\` bigint unsigned NOT NULL,
      \`hash\` char(64) ${ASCII} NOT NULL, \`removed\` bigint unsigned NOT NULL,
      \`removedHash\` char(64) ${ASCII} NOT NULL, \`isFilling\` tinyint NOT NULL,
      PRIMARY KEY (\`tenantId\`)
    ) ${END}`);
    await runner.query(
      `INSERT IGNORE INTO \`audit_heads\` (\`tenantId\`, \`entries\`, \`hash\`, \`removed\`, \`removedHash\`, \`isFilling\`)
        SELECT DISTINCT \`tenantId\`, 0, ?, 0, ?, 1 FROM \`audit_events\` FORCE INDEX (\`${INDEX}\`)`,
      [NO_HASH, NO_HASH],
    );
  }

  /** What names people was taken out of the entries and is lost with its table. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS `audit_heads`');
    if (await runner.hasColumn('audit_events', 'position'))
      await runner.query(`ALTER TABLE \`audit_events\` DROP KEY \`${INDEX}\`, DROP COLUMN \`hash\`,
        DROP COLUMN \`chainOffset\`, DROP COLUMN \`position\`, DROP COLUMN \`people\``);
  }
}
