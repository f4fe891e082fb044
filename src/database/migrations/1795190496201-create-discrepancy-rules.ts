import type { MigrationInterface, QueryRunner } from 'typeorm';

const ASCII = 'CHARACTER SET ascii COLLATE ascii_bin';

/** Standing decisions of administrators about a field of a form type. */
export class CreateDiscrepancyRules1795190496201 implements MigrationInterface {
  name = 'CreateDiscrepancyRules1795190496201';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE IF NOT EXISTS \`discrepancy_rules\` (
      \`tenantId\` char(14) ${ASCII} NOT NULL, \`id\` char(29) ${ASCII} NOT NULL,
      \`caseKey\` char(32) ${ASCII} NULL,
      \`formType\` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
      \`field\` varchar(64) ${ASCII} NOT NULL, \`submitted\` text NULL, \`recorded\` text NULL,
      \`resolution\` varchar(32) ${ASCII} NOT NULL, \`note\` text NULL,
      \`applied\` int unsigned NOT NULL DEFAULT 0, \`lastAppliedAt\` datetime(3) NULL,
      \`createdAt\` datetime(3) NOT NULL, \`createdBy\` varchar(128) NOT NULL,
      \`deletedAt\` datetime(3) NULL, \`deletedBy\` varchar(128) NULL,
      PRIMARY KEY (\`tenantId\`, \`id\`),
      UNIQUE KEY \`uq_discrepancy_rules_case\` (\`tenantId\`, \`caseKey\`),
      KEY \`ix_discrepancy_rules_form\` (\`tenantId\`, \`formType\`)
    ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS `discrepancy_rules`');
  }
}
