import type { MigrationInterface, QueryRunner } from 'typeorm';

const ASCII = 'CHARACTER SET ascii COLLATE ascii_bin';
const EXACT = 'CHARACTER SET utf8mb4 COLLATE utf8mb4_bin';
const ENGINE = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci';
const KEYS = `\`tenantId\` char(14) ${ASCII} NOT NULL, \`connectionId\` char(29) ${ASCII} NOT NULL`;

/** Groups of connections, and their members. */
export class CreateScimGroups1795190470003 implements MigrationInterface {
  name = 'CreateScimGroups1795190470003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE IF NOT EXISTS \`scim_groups\` (${KEYS}, \`id\` char(29) ${ASCII} NOT NULL,
      \`displayName\` varchar(254) ${EXACT} NOT NULL, \`displayNameKey\` varchar(254) ${EXACT} NOT NULL,
      \`externalId\` varchar(254) ${EXACT} NULL, \`kept\` json NOT NULL, \`version\` int unsigned NOT NULL,
      \`createdAt\` datetime(3) NOT NULL, \`updatedAt\` datetime(3) NOT NULL,
      PRIMARY KEY (\`tenantId\`, \`connectionId\`, \`id\`),
      UNIQUE KEY \`uq_scim_groups_name\` (\`tenantId\`, \`connectionId\`, \`displayNameKey\`),
      KEY \`ix_scim_groups_external_id\` (\`tenantId\`, \`connectionId\`, \`externalId\`)) ${ENGINE}`);
    await runner.query(`CREATE TABLE IF NOT EXISTS \`scim_group_members\` (${KEYS},
      \`groupId\` char(29) ${ASCII} NOT NULL, \`userId\` varchar(64) ${ASCII} NOT NULL,
      PRIMARY KEY (\`tenantId\`, \`connectionId\`, \`groupId\`, \`userId\`),
      KEY \`ix_scim_group_members_user\` (\`tenantId\`, \`connectionId\`, \`userId\`)) ${ENGINE}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS `scim_group_members`');
    await runner.query('DROP TABLE IF EXISTS `scim_groups`');
  }
}
