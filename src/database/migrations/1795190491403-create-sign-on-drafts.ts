import type { MigrationInterface, QueryRunner } from 'typeorm';

const ASCII = 'CHARACTER SET ascii COLLATE ascii_bin';
const ENGINE = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci';

/** Settings of single sign-on that are tested before they are switched on. */
export class CreateSignOnDrafts1795190491403 implements MigrationInterface {
  name = 'CreateSignOnDrafts1795190491403';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE IF NOT EXISTS \`sign_on_drafts\` (\`tenantId\` char(14) ${ASCII} NOT NULL,
      \`provider\` varchar(16) ${ASCII} NOT NULL, \`issuer\` varchar(500) ${ASCII} NOT NULL,
      \`clientId\` varchar(255) NOT NULL, \`sealedSecret\` varbinary(1024) NOT NULL,
      \`changedAt\` datetime(3) NOT NULL, \`testedAt\` datetime(3) NULL, \`testedEmail\` varchar(254) NULL,
      \`testProblem\` varchar(300) NULL, PRIMARY KEY (\`tenantId\`)) ${ENGINE}`);
    if (!(await runner.hasColumn('sign_on_settings', 'provider')))
      await runner.query(
        `ALTER TABLE \`sign_on_settings\` ADD COLUMN \`provider\` varchar(16) ${ASCII} NULL`,
      );
  }

  async down(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('sign_on_settings', 'provider'))
      await runner.query('ALTER TABLE `sign_on_settings` DROP COLUMN `provider`');
    await runner.query('DROP TABLE IF EXISTS `sign_on_drafts`');
  }
}
