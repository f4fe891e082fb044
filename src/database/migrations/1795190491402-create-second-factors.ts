import type { MigrationInterface, QueryRunner } from 'typeorm';

const ASCII = 'CHARACTER SET ascii COLLATE ascii_bin';
const ENGINE = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci';
const USER = `\`tenantId\` char(14) ${ASCII} NOT NULL, \`userId\` varchar(64) ${ASCII} NOT NULL`;

/** One-time codes of an authenticator app, and the recovery codes for when it is lost. */
export class CreateSecondFactors1795190491402 implements MigrationInterface {
  name = 'CreateSecondFactors1795190491402';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE IF NOT EXISTS \`second_factors\` (${USER}, \`sealedSecret\` varbinary(255) NOT NULL,
      \`createdAt\` datetime(3) NOT NULL, \`confirmedAt\` datetime(3) NULL, \`lastStep\` int unsigned NOT NULL,
      PRIMARY KEY (\`tenantId\`, \`userId\`)) ${ENGINE}`);
    await runner.query(`CREATE TABLE IF NOT EXISTS \`recovery_codes\` (${USER}, \`codeHash\` binary(32) NOT NULL,
      PRIMARY KEY (\`tenantId\`, \`userId\`, \`codeHash\`)) ${ENGINE}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['recovery_codes', 'second_factors'])
      await runner.query(`DROP TABLE IF EXISTS \`${table}\``);
  }
}
