import type { MigrationInterface, QueryRunner } from 'typeorm';

const TENANT = '`tenantId` char(14) CHARACTER SET ascii COLLATE ascii_bin NOT NULL';
const ENGINE = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci';
const TABLES = ['sync_failed_items', 'sync_failure_totals', 'sync_error_groups'];

function ascii(name: string, length: number): string {
  return `\`${name}\` varchar(${length}) CHARACTER SET ascii COLLATE ascii_bin NOT NULL`;
}

function exact(name: string): string {
  return `\`${name}\` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL`;
}

/** As in `sync_open_items`, where names are compared exactly and null is blank. */
const SYSTEM = "CONVERT(COALESCE(`targetSystem`, '') USING utf8mb4) COLLATE utf8mb4_bin";

/** The texts of failures before this are not grouped: `earlier` is their group. */
const FILL = `INSERT IGNORE INTO \`sync_failed_items\`
    (\`tenantId\`, \`submissionId\`, \`target\`, \`targetSystem\`, \`failure\`, \`errorGroup\`, \`failedAt\`)
  SELECT \`tenantId\`, \`submissionId\`, \`target\`, ${SYSTEM}, IF(\`blocked\`, 'decision', 'delivery'),
    IF(\`blocked\`, '', 'earlier'), COALESCE(\`lastTransitionAt\`, \`updatedAt\`)
  FROM \`sync_items\` WHERE \`syncStatus\` = 'failed'`;

const COUNT = `INSERT INTO \`sync_failure_totals\`
    (\`tenantId\`, \`targetSystem\`, \`errorGroup\`, \`part\`, \`count\`, \`firstAt\`, \`lastAt\`)
  SELECT \`tenantId\`, \`targetSystem\`, \`errorGroup\`, 0, COUNT(*), MIN(\`failedAt\`), MAX(\`failedAt\`)
  FROM \`sync_failed_items\` GROUP BY \`tenantId\`, \`targetSystem\`, \`errorGroup\``;

/** Why items are failed: what waits for a decision, and the error groups of failed deliveries. */
export class CreateFailedItems1795190491200 implements MigrationInterface {
  name = 'CreateFailedItems1795190491200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE IF NOT EXISTS \`sync_failed_items\` (${TENANT}, ${ascii('submissionId', 64)},
      ${exact('target')}, ${exact('targetSystem')}, ${ascii('failure', 16)}, ${ascii('errorGroup', 32)},
      \`failedAt\` datetime(3) NOT NULL,
      PRIMARY KEY (\`tenantId\`, \`submissionId\`, \`target\`),
      KEY \`ix_sync_failed_items_kind\` (\`tenantId\`, \`failure\`, \`failedAt\`, \`submissionId\`, \`target\`),
      KEY \`ix_sync_failed_items_target\`
        (\`tenantId\`, \`targetSystem\`, \`failure\`, \`failedAt\`, \`submissionId\`, \`target\`),
      KEY \`ix_sync_failed_items_group\`
        (\`tenantId\`, \`errorGroup\`, \`failedAt\`, \`submissionId\`, \`target\`, \`targetSystem\`)) ${ENGINE}`);
    await runner.query(`CREATE TABLE IF NOT EXISTS \`sync_error_groups\` (${TENANT}, ${ascii('errorGroup', 32)},
      \`text\` varchar(300) NOT NULL, PRIMARY KEY (\`tenantId\`, \`errorGroup\`)) ${ENGINE}`);
    await runner.query(`CREATE TABLE IF NOT EXISTS \`sync_failure_totals\` (${TENANT}, ${exact('targetSystem')},
      ${ascii('errorGroup', 32)}, \`part\` tinyint unsigned NOT NULL, \`count\` bigint NOT NULL,
      \`firstAt\` datetime(3) NOT NULL, \`lastAt\` datetime(3) NOT NULL,
      PRIMARY KEY (\`tenantId\`, \`targetSystem\`, \`errorGroup\`, \`part\`),
      KEY \`ix_sync_failure_totals_last\` (\`lastAt\`)) ${ENGINE}`);
    await runner.query(FILL);
    await runner.query('DELETE FROM `sync_failure_totals`');
    await runner.query(COUNT);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`DROP TABLE IF EXISTS \`${table}\``);
  }
}
