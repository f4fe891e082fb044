import type { MigrationInterface, QueryRunner } from 'typeorm';

const ASCII = 'CHARACTER SET ascii COLLATE ascii_bin';

/** How files of a sender are read, kept by administrators. */
export class CreateKeptMappings1795190496500 implements MigrationInterface {
  name = 'CreateKeptMappings1795190496500';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE IF NOT EXISTS \`kept_mappings\` (
      \`tenantId\` char(14) ${ASCII} NOT NULL,
      \`sender\` varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
      \`columnsHash\` char(64) ${ASCII} NOT NULL, \`mapping\` text NOT NULL,
      \`encoding\` varchar(40) ${ASCII} NOT NULL, \`blankClears\` tinyint(1) NOT NULL,
      \`changedAt\` datetime(3) NOT NULL, \`changedBy\` varchar(128) NOT NULL,
      PRIMARY KEY (\`tenantId\`, \`sender\`)
    ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS `kept_mappings`');
  }
}
