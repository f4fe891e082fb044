import type { MigrationInterface, QueryRunner } from 'typeorm';

const TENANT = '`tenantId` char(14) CHARACTER SET ascii COLLATE ascii_bin NOT NULL';
const ENGINE = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci';

function ascii(name: string, length: number, nullable = false): string {
  return `\`${name}\` varchar(${length}) CHARACTER SET ascii COLLATE ascii_bin ${nullable ? 'NULL' : 'NOT NULL'}`;
}

function exact(name: string, length: number, more = ''): string {
  return `\`${name}\` varchar(${length}) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL${more}`;
}

const TARGET = exact('target', 64, " DEFAULT ''");

/** The indexes in the order of the list, which ends with these columns. */
function indexesOf(last: string): string {
  const updated = `(\`tenantId\`, \`updatedAt\`, ${last})`;
  const status = `(\`tenantId\`, \`syncStatus\`, \`updatedAt\`, ${last})`;
  return (
    `DROP KEY \`ix_sync_items_updated\`, ADD KEY \`ix_sync_items_updated\` ${updated}, ` +
    `DROP KEY \`ix_sync_items_status\`, ADD KEY \`ix_sync_items_status\` ${status}`
  );
}

/** As in `sync_open_items`, where names are compared exactly and null is blank. */
const SYSTEM = "CONVERT(COALESCE(`targetSystem`, '') USING utf8mb4) COLLATE utf8mb4_bin";

/** The stored items on their way, each with its standing; see `standingsOf`. */
const FILL = `INSERT IGNORE INTO \`sync_open_items\` (\`tenantId\`, \`submissionId\`, \`target\`, \`studentId\`,
    \`targetSystem\`, \`formType\`, \`queuedAt\`, \`standing\`, \`attemptsBefore\`)
  SELECT \`tenantId\`, \`submissionId\`, \`target\`, \`studentId\`, \`system\`, \`formType\`, \`place\`,
    CASE WHEN \`syncStatus\` = 'processing' THEN 'processing'
      WHEN \`processing\` = 0 AND \`nth\` = 1 THEN 'ready' ELSE 'behind' END, \`attempts\`
  FROM (SELECT \`o\`.*,
      SUM(\`syncStatus\` = 'processing') OVER (PARTITION BY \`tenantId\`, \`studentId\`, \`system\`
        ORDER BY \`place\`, \`submissionId\` ROWS UNBOUNDED PRECEDING) AS \`processing\`,
      ROW_NUMBER() OVER (PARTITION BY \`tenantId\`, \`studentId\`, \`system\`, \`formType\`
        ORDER BY \`place\`, \`submissionId\`) AS \`nth\`
    FROM (SELECT \`tenantId\`, \`submissionId\`, \`target\`, \`studentId\`, \`formType\`, \`syncStatus\`, \`attempts\`,
        ${SYSTEM} AS \`system\`, COALESCE(\`queuedAt\`, \`lastTransitionAt\`, \`updatedAt\`) AS \`place\`
      FROM \`sync_items\` WHERE \`syncStatus\` IN ('queued', 'processing')) AS \`o\`) AS \`ordered\``;

const COUNT = `INSERT INTO \`sync_waiting_totals\` (\`tenantId\`, \`targetSystem\`, \`formType\`, \`part\`, \`count\`)
  SELECT \`tenantId\`, \`targetSystem\`, \`formType\`, 0, COUNT(*) FROM \`sync_open_items\`
  WHERE \`standing\` <> 'processing' GROUP BY \`tenantId\`, \`targetSystem\`, \`formType\``;

/** Several items per submission, one for each target, and claims of connectors. */
export class CreateClaims1795190466000 implements MigrationInterface {
  name = 'CreateClaims1795190466000';

  async up(runner: QueryRunner): Promise<void> {
    if (!(await this.hasTarget(runner, 'sync_items')))
      await runner.query(`ALTER TABLE \`sync_items\` ADD COLUMN ${TARGET} AFTER \`submissionId\`,
        DROP PRIMARY KEY, ADD PRIMARY KEY (\`tenantId\`, \`submissionId\`, \`target\`),
        ${indexesOf('`submissionId`, `target`')}`);
    if (!(await this.hasTarget(runner, 'sync_transitions')))
      await runner.query(`ALTER TABLE \`sync_transitions\` ADD COLUMN ${TARGET}`);
    await this.createTables(runner);
    await runner.query(FILL);
    await runner.query('DELETE FROM `sync_waiting_totals`');
    await runner.query(COUNT);
  }

  /** Of a submission with several items, the one that changed last stays. */
  async down(runner: QueryRunner): Promise<void> {
    for (const table of [
      'sync_waiting_totals',
      'sync_claim_keys',
      'sync_claims',
      'sync_groups',
      'sync_open_items',
    ])
      await runner.query(`DROP TABLE IF EXISTS \`${table}\``);
    if (await this.hasTarget(runner, 'sync_items')) await this.keepOneItem(runner);
    if (await this.hasTarget(runner, 'sync_transitions'))
      await runner.query('ALTER TABLE `sync_transitions` DROP COLUMN `target`');
  }

  private async createTables(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE IF NOT EXISTS \`sync_open_items\` (${TENANT}, ${ascii('submissionId', 64)},
      ${exact('target', 64)}, ${ascii('studentId', 64)}, ${exact('targetSystem', 64)}, ${exact('formType', 64)},
      \`queuedAt\` datetime(3) NOT NULL, ${ascii('standing', 16)}, \`notBefore\` datetime(3) NULL,
      ${ascii('claimId', 32, true)}, \`leaseUntil\` datetime(3) NULL, \`attemptsBefore\` int unsigned NOT NULL,
      PRIMARY KEY (\`tenantId\`, \`submissionId\`, \`target\`),
      KEY \`ix_sync_open_items_any\` (\`tenantId\`, \`standing\`, \`queuedAt\`, \`submissionId\`, \`target\`),
      KEY \`ix_sync_open_items_target\`
        (\`tenantId\`, \`targetSystem\`, \`standing\`, \`queuedAt\`, \`submissionId\`, \`target\`),
      KEY \`ix_sync_open_items_form\`
        (\`tenantId\`, \`targetSystem\`, \`formType\`, \`standing\`, \`queuedAt\`, \`submissionId\`, \`target\`),
      KEY \`ix_sync_open_items_group\`
        (\`tenantId\`, \`studentId\`, \`targetSystem\`, \`queuedAt\`, \`submissionId\`, \`target\`),
      KEY \`ix_sync_open_items_lease\` (\`leaseUntil\`), KEY \`ix_sync_open_items_delay\` (\`notBefore\`)) ${ENGINE}`);
    await runner.query(`CREATE TABLE IF NOT EXISTS \`sync_groups\` (${TENANT}, ${ascii('studentId', 64)},
      ${exact('targetSystem', 64)}, PRIMARY KEY (\`tenantId\`, \`studentId\`, \`targetSystem\`)) ${ENGINE}`);
    await runner.query(`CREATE TABLE IF NOT EXISTS \`sync_claims\` (${TENANT}, ${ascii('claimId', 32)},
      ${ascii('submissionId', 64)}, ${exact('target', 64)}, ${exact('targetSystem', 64)}, ${exact('formType', 64)},
      ${ascii('apiKey', 64)}, ${ascii('idempotencyKey', 128, true)}, \`attempt\` int unsigned NOT NULL,
      ${ascii('contentHash', 64)}, \`claimedAt\` datetime(3) NOT NULL, \`leaseUntil\` datetime(3) NOT NULL,
      \`endedAt\` datetime(3) NULL, ${ascii('outcome', 16, true)},
      PRIMARY KEY (\`tenantId\`, \`claimId\`),
      KEY \`ix_sync_claims_key\` (\`tenantId\`, \`apiKey\`, \`idempotencyKey\`),
      KEY \`ix_sync_claims_ended\` (\`endedAt\`)) ${ENGINE}`);
    await runner.query(`CREATE TABLE IF NOT EXISTS \`sync_claim_keys\` (${TENANT}, ${ascii('apiKey', 64)},
      ${ascii('idempotencyKey', 128)}, ${ascii('bodyHash', 64)}, \`createdAt\` datetime(3) NOT NULL,
      PRIMARY KEY (\`tenantId\`, \`apiKey\`, \`idempotencyKey\`),
      KEY \`ix_sync_claim_keys_created\` (\`createdAt\`)) ${ENGINE}`);
    await runner.query(`CREATE TABLE IF NOT EXISTS \`sync_waiting_totals\` (${TENANT}, ${exact('targetSystem', 64)},
      ${exact('formType', 64)}, \`part\` tinyint unsigned NOT NULL, \`count\` bigint NOT NULL,
      PRIMARY KEY (\`tenantId\`, \`targetSystem\`, \`formType\`, \`part\`)) ${ENGINE}`);
  }

  private async keepOneItem(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE \`i\` FROM \`sync_items\` \`i\` JOIN \`sync_items\` \`other\`
      ON \`other\`.\`tenantId\` = \`i\`.\`tenantId\` AND \`other\`.\`submissionId\` = \`i\`.\`submissionId\`
        AND (\`other\`.\`updatedAt\`, \`other\`.\`target\`) > (\`i\`.\`updatedAt\`, \`i\`.\`target\`)`);
    await runner.query('DELETE FROM `sync_totals`');
    await runner.query(`INSERT INTO \`sync_totals\` (\`tenantId\`, \`syncStatus\`, \`part\`, \`count\`)
      SELECT \`tenantId\`, \`syncStatus\`, 0, COUNT(*) FROM \`sync_items\` GROUP BY \`tenantId\`, \`syncStatus\``);
    await runner.query(`ALTER TABLE \`sync_items\` DROP PRIMARY KEY,
      DROP COLUMN \`target\`, ADD PRIMARY KEY (\`tenantId\`, \`submissionId\`), ${indexesOf('`submissionId`')}`);
  }

  private async hasTarget(runner: QueryRunner, table: string): Promise<boolean> {
    const found: unknown = await runner.query(`SHOW COLUMNS FROM \`${table}\` LIKE 'target'`);
    return Array.isArray(found) && found.length > 0;
  }
}
