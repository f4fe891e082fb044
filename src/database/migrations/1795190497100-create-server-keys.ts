import type { MigrationInterface, QueryRunner } from 'typeorm';

const ASCII = 'CHARACTER SET ascii COLLATE ascii_bin';

/** The IDs of the server keys that the database was used with; the service fills it at its start. */
export class CreateServerKeys1795190497100 implements MigrationInterface {
  name = 'CreateServerKeys1795190497100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE IF NOT EXISTS \`server_keys\` (\`keyId\` char(16) ${ASCII} NOT NULL,
      \`createdAt\` datetime(3) NOT NULL, \`inUseSince\` datetime(3) NOT NULL, \`checkedAt\` datetime(3) NULL,
      \`sealedHashKey\` varbinary(255) NOT NULL,
      PRIMARY KEY (\`keyId\`)) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS `server_keys`');
  }
}
