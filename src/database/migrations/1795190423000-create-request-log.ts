import type { MigrationInterface, QueryRunner } from 'typeorm';

const TENANT = '`tenantId` char(14) CHARACTER SET ascii COLLATE ascii_bin NOT NULL';
const ENGINE = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci';

function ascii(name: string, length: number, nullable = false): string {
  return `\`${name}\` varchar(${length}) CHARACTER SET ascii COLLATE ascii_bin ${nullable ? 'NULL' : 'NOT NULL'}`;
}

export class CreateRequestLog1795190423000 implements MigrationInterface {
  name = 'CreateRequestLog1795190423000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE IF NOT EXISTS \`request_log\` (\`id\` bigint unsigned NOT NULL AUTO_INCREMENT, ${TENANT},
      \`at\` datetime(3) NOT NULL, ${ascii('method', 16)}, \`path\` varchar(512) NOT NULL, ${ascii('route', 128)},
      \`status\` smallint unsigned NOT NULL, \`statusClass\` tinyint unsigned NOT NULL, \`ms\` int unsigned NOT NULL,
      \`actor\` varchar(128) NOT NULL, ${ascii('address', 64)}, ${ascii('requestId', 128)}, ${ascii('code', 32, true)},
      \`counts\` json NULL, \`body\` json NULL, \`answer\` json NULL,
      PRIMARY KEY (\`id\`), KEY \`ix_request_log_at\` (\`tenantId\`, \`at\`),
      KEY \`ix_request_log_status\` (\`tenantId\`, \`statusClass\`, \`at\`),
      KEY \`ix_request_log_request\` (\`tenantId\`, \`requestId\`)) ${ENGINE}`);
    await runner.query(`CREATE TABLE IF NOT EXISTS \`last_runs\` (${TENANT}, \`at\` datetime(3) NOT NULL,
      \`actor\` varchar(128) NOT NULL, \`inserted\` int unsigned NOT NULL, \`updated\` int unsigned NOT NULL,
      \`unchanged\` int unsigned NOT NULL, \`failed\` int unsigned NOT NULL, PRIMARY KEY (\`tenantId\`)) ${ENGINE}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS `last_runs`');
    await runner.query('DROP TABLE IF EXISTS `request_log`');
  }
}
