import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateSingleSignOn1795190410000 implements MigrationInterface {
  name = 'CreateSingleSignOn1795190410000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE IF NOT EXISTS \`sign_on_settings\` (
      \`tenantId\` char(14) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      \`issuer\` varchar(500) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      \`clientId\` varchar(255) NOT NULL, \`sealedSecret\` varbinary(1024) NOT NULL, \`changedAt\` datetime(3) NOT NULL,
      PRIMARY KEY (\`tenantId\`)) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS `sign_on_settings`');
  }
}
