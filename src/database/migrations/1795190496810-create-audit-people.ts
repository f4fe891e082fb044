import type { MigrationInterface, QueryRunner } from 'typeorm';

const ASCII = 'CHARACTER SET ascii COLLATE ascii_bin';
const END = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci';
const PERSON = `\`tenantId\` char(14) ${ASCII} NOT NULL, \`userId\` varchar(64) ${ASCII} NOT NULL`;

/** What names people in audit entries, encrypted, and the key of each person. */
export class CreateAuditPeople1795190496810 implements MigrationInterface {
  name = 'CreateAuditPeople1795190496810';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE IF NOT EXISTS \`audit_person_keys\` (
      ${PERSON}, \`sealedKey\` varbinary(255) NULL, PRIMARY KEY (\`tenantId\`, \`userId\`)
    ) ${END}`);
    await runner.query(`CREATE TABLE IF NOT EXISTS \`audit_boxes\` (
      ${PERSON}, \`digest\` char(64) ${ASCII} NOT NULL, \`box\` mediumblob NOT NULL,
      PRIMARY KEY (\`tenantId\`, \`digest\`), INDEX \`ix_audit_boxes_user\` (\`tenantId\`, \`userId\`)
    ) ${END}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['audit_boxes', 'audit_person_keys'])
      await runner.query(`DROP TABLE IF EXISTS \`${table}\``);
  }
}
