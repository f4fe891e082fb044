import type { MigrationInterface, QueryRunner } from 'typeorm';

const ASCII = 'CHARACTER SET ascii COLLATE ascii_bin NOT NULL';
const END = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci';
const TENANT = `\`tenantId\` char(14) ${ASCII}`;
const WHO = `\`day\` date NOT NULL, \`actor\` varchar(128) ${ASCII}, \`kind\` varchar(16) ${ASCII}`;

/** Who was given data about whom, by days. */
export class CreateDisclosures1795190497000 implements MigrationInterface {
  name = 'CreateDisclosures1795190497000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE IF NOT EXISTS \`disclosures\` (
      ${TENANT}, ${WHO}, \`people\` int unsigned NOT NULL,
      PRIMARY KEY (\`tenantId\`, \`day\`, \`actor\`, \`kind\`)
    ) ${END}`);
    await runner.query(`CREATE TABLE IF NOT EXISTS \`disclosure_blocks\` (
      ${TENANT}, \`block\` bigint unsigned NOT NULL, ${WHO}, \`members\` varbinary(1024) NOT NULL,
      PRIMARY KEY (\`tenantId\`, \`block\`, \`day\`, \`actor\`, \`kind\`),
      INDEX \`ix_disclosure_blocks_day\` (\`tenantId\`, \`day\`)
    ) ${END}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS `disclosure_blocks`');
    await runner.query('DROP TABLE IF EXISTS `disclosures`');
  }
}
