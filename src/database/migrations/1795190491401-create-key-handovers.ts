import type { MigrationInterface, QueryRunner } from 'typeorm';

const ASCII = 'CHARACTER SET ascii COLLATE ascii_bin';
const ENGINE = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci';

/** One-time links that give a new key its secret. */
export class CreateKeyHandovers1795190491401 implements MigrationInterface {
  name = 'CreateKeyHandovers1795190491401';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE IF NOT EXISTS \`key_handovers\` (\`tokenHash\` binary(32) NOT NULL,
      \`tenantId\` char(14) ${ASCII} NOT NULL, \`apiKey\` char(29) ${ASCII} NOT NULL,
      \`createdBy\` varchar(128) NOT NULL, \`createdAt\` datetime(3) NOT NULL, \`expiresAt\` datetime(3) NOT NULL,
      \`openedAt\` datetime(3) NULL, \`openedFrom\` varchar(64) ${ASCII} NULL,
      PRIMARY KEY (\`tokenHash\`), KEY \`ix_key_handovers_key\` (\`tenantId\`, \`apiKey\`, \`createdAt\`)) ${ENGINE}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS `key_handovers`');
  }
}
