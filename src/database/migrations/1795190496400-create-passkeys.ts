import type { MigrationInterface, QueryRunner } from 'typeorm';

const ASCII = 'CHARACTER SET ascii COLLATE ascii_bin';
const ENGINE = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci';
const USER = `\`tenantId\` char(14) ${ASCII} NOT NULL, \`userId\` varchar(64) ${ASCII} NOT NULL`;

/** Passkeys as a second factor, and the challenges that they are asked to sign. */
export class CreatePasskeys1795190496400 implements MigrationInterface {
  name = 'CreatePasskeys1795190496400';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE IF NOT EXISTS \`passkeys\` (${USER}, \`passkeyId\` char(16) ${ASCII} NOT NULL,
      \`name\` varchar(100) NOT NULL, \`credentialId\` varchar(1364) ${ASCII} NOT NULL,
      \`publicKey\` varbinary(1024) NOT NULL, \`transports\` varchar(100) ${ASCII} NOT NULL,
      \`signatures\` int unsigned NOT NULL, \`createdAt\` datetime(3) NOT NULL, \`lastUsedAt\` datetime(3) NULL,
      PRIMARY KEY (\`tenantId\`, \`userId\`, \`passkeyId\`)) ${ENGINE}`);
    await runner.query(`CREATE TABLE IF NOT EXISTS \`passkey_challenges\` (${USER}, \`holder\` binary(32) NOT NULL,
      \`purpose\` varchar(8) ${ASCII} NOT NULL, \`challenge\` char(43) ${ASCII} NOT NULL,
      \`expiresAt\` datetime(3) NOT NULL, PRIMARY KEY (\`tenantId\`, \`userId\`, \`holder\`, \`purpose\`),
      KEY \`ix_passkey_challenges_expires\` (\`expiresAt\`)) ${ENGINE}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['passkey_challenges', 'passkeys'])
      await runner.query(`DROP TABLE IF EXISTS \`${table}\``);
  }
}
