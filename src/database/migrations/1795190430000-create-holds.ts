import type { MigrationInterface, QueryRunner } from 'typeorm';

const ASCII = 'CHARACTER SET ascii COLLATE ascii_bin';
const TENANT = `\`tenantId\` char(14) ${ASCII} NOT NULL`;
const ENGINE = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci';

function ascii(name: string, length: number, nullable = false): string {
  return `\`${name}\` varchar(${length}) ${ASCII} ${nullable ? 'NULL' : 'NOT NULL'}`;
}

/** How many people were de-provisioned lately, and what waits beyond a threshold. */
export class CreateHolds1795190430000 implements MigrationInterface {
  name = 'CreateHolds1795190430000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE IF NOT EXISTS \`deprovisioning_windows\` (${TENANT}, ${ascii('run', 100)},
      \`hours\` json NOT NULL, \`passedAt\` datetime(3) NULL, PRIMARY KEY (\`tenantId\`, \`run\`)) ${ENGINE}`);
    await runner.query(`CREATE TABLE IF NOT EXISTS \`held_requests\` (${TENANT}, \`id\` char(29) ${ASCII} NOT NULL,
      ${ascii('userId', 64)}, ${ascii('openUserId', 64, true)}, ${ascii('accountStatus', 16)}, ${ascii('status', 16)},
      ${ascii('run', 100, true)}, \`requestedAt\` datetime(3) NOT NULL, \`actor\` varchar(128) NOT NULL,
      \`requestId\` varchar(255) NOT NULL, \`decidedAt\` datetime(3) NULL, \`decidedBy\` varchar(128) NULL,
      PRIMARY KEY (\`tenantId\`, \`id\`), UNIQUE KEY \`uq_held_requests_open\` (\`tenantId\`, \`openUserId\`),
      KEY \`ix_held_requests_list\` (\`tenantId\`, \`requestedAt\`, \`id\`, \`status\`, \`run\`, \`userId\`),
      KEY \`ix_held_requests_run\` (\`tenantId\`, \`status\`, \`run\`, \`requestedAt\`, \`id\`, \`userId\`),
      KEY \`ix_held_requests_status\` (\`status\`, \`requestedAt\`)) ${ENGINE}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS `held_requests`');
    await runner.query('DROP TABLE IF EXISTS `deprovisioning_windows`');
  }
}
