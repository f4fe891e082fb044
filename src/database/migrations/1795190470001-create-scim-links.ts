import type { MigrationInterface, QueryRunner } from 'typeorm';

const ASCII = 'CHARACTER SET ascii COLLATE ascii_bin';
const EXACT = 'CHARACTER SET utf8mb4 COLLATE utf8mb4_bin';
const ENGINE = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci';

/** What connections call people, and what they sent beyond our fields; the index by which changed people are found. */
export class CreateScimLinks1795190470001 implements MigrationInterface {
  name = 'CreateScimLinks1795190470001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE IF NOT EXISTS \`scim_links\` (\`tenantId\` char(14) ${ASCII} NOT NULL,
      \`connectionId\` char(29) ${ASCII} NOT NULL, \`userId\` varchar(64) ${ASCII} NOT NULL,
      \`userName\` varchar(254) ${EXACT} NOT NULL, \`userNameKey\` varchar(254) ${EXACT} NULL,
      \`externalId\` varchar(254) ${EXACT} NULL, \`kept\` json NOT NULL, \`basis\` json NOT NULL,
      \`createdAt\` datetime(3) NOT NULL, \`updatedAt\` datetime(3) NOT NULL, \`forgottenAt\` datetime(3) NULL,
      PRIMARY KEY (\`tenantId\`, \`connectionId\`, \`userId\`),
      UNIQUE KEY \`uq_scim_links_user_name\` (\`tenantId\`, \`connectionId\`, \`userNameKey\`),
      KEY \`ix_scim_links_external_id\` (\`tenantId\`, \`connectionId\`, \`externalId\`),
      KEY \`ix_scim_links_changed\` (\`tenantId\`, \`connectionId\`, \`updatedAt\`, \`userId\`),
      KEY \`ix_scim_links_user\` (\`tenantId\`, \`userId\`)) ${ENGINE}`);
    if (!(await hasChangedIndex(runner)))
      await runner.query('ALTER TABLE `users` ADD KEY `ix_users_changed` (`tenantId`, `updatedAt`, `id`)');
  }

  async down(runner: QueryRunner): Promise<void> {
    if (await hasChangedIndex(runner)) await runner.query('ALTER TABLE `users` DROP KEY `ix_users_changed`');
    await runner.query('DROP TABLE IF EXISTS `scim_links`');
  }
}

async function hasChangedIndex(runner: QueryRunner): Promise<boolean> {
  const found: unknown = await runner.query("SHOW INDEX FROM `users` WHERE Key_name = 'ix_users_changed'");
  return Array.isArray(found) && found.length > 0;
}
