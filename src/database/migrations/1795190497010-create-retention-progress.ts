import type { MigrationInterface, QueryRunner } from 'typeorm';

const ASCII = 'CHARACTER SET ascii COLLATE ascii_bin NOT NULL';

/** How far the retention sweep has come with each tenant. */
export class CreateRetentionProgress1795190497010 implements MigrationInterface {
  name = 'CreateRetentionProgress1795190497010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE IF NOT EXISTS \`retention_progress\` (
      \`tenantId\` char(14) ${ASCII}, \`kind\` varchar(32) ${ASCII}, \`sweptOn\` date NULL,
      \`removed\` int unsigned NOT NULL, PRIMARY KEY (\`tenantId\`, \`kind\`)
    ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS `retention_progress`');
  }
}
