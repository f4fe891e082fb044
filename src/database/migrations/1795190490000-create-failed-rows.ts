import type { MigrationInterface, QueryRunner } from 'typeorm';

const ASCII = 'CHARACTER SET ascii COLLATE ascii_bin';

/** The people of calls who were refused, and why. */
export class CreateFailedRows1795190490000 implements MigrationInterface {
  name = 'CreateFailedRows1795190490000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE IF NOT EXISTS \`failed_rows\` (
      \`id\` bigint unsigned NOT NULL AUTO_INCREMENT,
      \`tenantId\` char(14) ${ASCII} NOT NULL,
      \`at\` datetime(3) NOT NULL,
      \`run\` varchar(100) ${ASCII} NULL,
      \`actor\` varchar(128) NOT NULL,
      \`requestId\` varchar(255) NOT NULL,
      \`line\` int unsigned NULL,
      \`externalId\` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
      \`userId\` varchar(64) ${ASCII} NULL,
      \`code\` varchar(32) ${ASCII} NOT NULL,
      \`field\` varchar(128) NULL,
      \`cause\` varchar(255) NOT NULL,
      \`reason\` varchar(1000) NOT NULL,
      PRIMARY KEY (\`id\`),
      KEY \`ix_failed_rows_run\` (\`tenantId\`, \`run\`, \`id\`),
      KEY \`ix_failed_rows_user\` (\`tenantId\`, \`userId\`, \`id\`),
      KEY \`ix_failed_rows_at\` (\`tenantId\`, \`at\`, \`run\`)
    ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS `failed_rows`');
  }
}
