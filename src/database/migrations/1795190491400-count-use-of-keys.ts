import type { MigrationInterface, QueryRunner } from 'typeorm';

const ASCII = 'CHARACTER SET ascii COLLATE ascii_bin';
const ENGINE = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci';
const KEY = `\`tenantId\` char(14) ${ASCII} NOT NULL, \`apiKey\` char(29) ${ASCII} NOT NULL`;

/** Calls and failures of each key by day, and the addresses that used it. */
export class CountUseOfKeys1795190491400 implements MigrationInterface {
  name = 'CountUseOfKeys1795190491400';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE IF NOT EXISTS \`key_days\` (${KEY}, \`day\` date NOT NULL,
      \`calls\` bigint unsigned NOT NULL, \`errors\` bigint unsigned NOT NULL,
      \`wrongSecrets\` bigint unsigned NOT NULL,
      PRIMARY KEY (\`tenantId\`, \`apiKey\`, \`day\`), KEY \`ix_key_days_day\` (\`tenantId\`, \`day\`)) ${ENGINE}`);
    await runner.query(`CREATE TABLE IF NOT EXISTS \`key_addresses\` (${KEY}, \`address\` varchar(64) ${ASCII} NOT NULL,
      \`lastUsedAt\` datetime(3) NOT NULL, \`calls\` bigint unsigned NOT NULL,
      PRIMARY KEY (\`tenantId\`, \`apiKey\`, \`address\`),
      KEY \`ix_key_addresses_key\` (\`tenantId\`, \`apiKey\`, \`lastUsedAt\`),
      KEY \`ix_key_addresses_used\` (\`tenantId\`, \`lastUsedAt\`)) ${ENGINE}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['key_addresses', 'key_days'])
      await runner.query(`DROP TABLE IF EXISTS \`${table}\``);
  }
}
