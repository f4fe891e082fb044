import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateTenants1795190400000 implements MigrationInterface {
  name = 'CreateTenants1795190400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE IF NOT EXISTS \`tenants\` (
      \`id\` char(14) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      \`name\` varchar(255) NOT NULL,
      \`emailDomain\` varchar(253) NOT NULL,
      \`status\` varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      \`createdAt\` datetime(3) NOT NULL,
      PRIMARY KEY (\`id\`)
    ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci`);
    await runner.query(`CREATE TABLE IF NOT EXISTS \`credentials\` (
      \`apiKey\` char(29) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      \`tenantId\` char(14) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      \`secretHash\` binary(32) NOT NULL,
      \`label\` varchar(100) NOT NULL,
      \`scopes\` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      \`rateLimit\` int unsigned NULL,
      \`createdAt\` datetime(3) NOT NULL,
      \`lastUsedAt\` datetime(3) NULL,
      \`expiresAt\` datetime(3) NULL,
      \`revokedAt\` datetime(3) NULL,
      PRIMARY KEY (\`apiKey\`),
      KEY \`ix_credentials_tenant\` (\`tenantId\`, \`createdAt\`)
    ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS `credentials`');
    await runner.query('DROP TABLE IF EXISTS `tenants`');
  }
}
