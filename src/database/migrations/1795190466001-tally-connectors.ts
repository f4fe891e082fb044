import type { MigrationInterface, QueryRunner } from 'typeorm';

const ASCII = 'CHARACTER SET ascii COLLATE ascii_bin NOT NULL';
const EXACT = 'CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL';

/** What each connector did in the last day, and an index of the leases that are out. */
export class TallyConnectors1795190466001 implements MigrationInterface {
  name = 'TallyConnectors1795190466001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE IF NOT EXISTS \`sync_connector_tallies\` (\`tenantId\` char(14) ${ASCII},
      \`targetSystem\` varchar(64) ${EXACT}, \`apiKey\` varchar(64) ${ASCII}, \`slot\` tinyint unsigned NOT NULL,
      \`part\` tinyint unsigned NOT NULL, \`since\` datetime(3) NOT NULL, \`claimed\` int unsigned NOT NULL,
      \`sent\` int unsigned NOT NULL, \`failed\` int unsigned NOT NULL, \`lastClaimAt\` datetime(3) NULL,
      PRIMARY KEY (\`tenantId\`, \`targetSystem\`, \`apiKey\`, \`slot\`, \`part\`))
      ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci`);
    if (!(await this.exists(runner, 'sync_claims', 'ix_sync_claims_out')))
      await runner.query(`ALTER TABLE \`sync_claims\` ADD KEY \`ix_sync_claims_out\`
        (\`tenantId\`, \`endedAt\`, \`targetSystem\`, \`apiKey\`, \`leaseUntil\`), ALGORITHM=INPLACE, LOCK=NONE`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS `sync_connector_tallies`');
    if (await this.exists(runner, 'sync_claims', 'ix_sync_claims_out'))
      await runner.query(
        'ALTER TABLE `sync_claims` DROP KEY `ix_sync_claims_out`, ALGORITHM=INPLACE, LOCK=NONE',
      );
  }

  private async exists(runner: QueryRunner, table: string, index: string): Promise<boolean> {
    const found: unknown = await runner.query(`SHOW INDEX FROM \`${table}\` WHERE Key_name = ?`, [index]);
    return Array.isArray(found) && found.length > 0;
  }
}
