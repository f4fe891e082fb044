import type { MigrationInterface, QueryRunner } from 'typeorm';

const TENANT = '`tenantId` char(14) CHARACTER SET ascii COLLATE ascii_bin NOT NULL';
const ENGINE = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci';

function ascii(name: string, length: number): string {
  return `\`${name}\` varchar(${length}) CHARACTER SET ascii COLLATE ascii_bin NOT NULL`;
}

export class CreateUserChanges1795190421000 implements MigrationInterface {
  name = 'CreateUserChanges1795190421000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE IF NOT EXISTS \`user_changes\` (\`id\` bigint unsigned NOT NULL AUTO_INCREMENT, ${TENANT}, ${ascii('userId', 64)},
      \`at\` datetime(3) NOT NULL, \`actor\` varchar(128) NOT NULL, \`requestId\` varchar(255) NOT NULL, \`run\` varchar(100) NULL,
      ${ascii('kind', 16)}, \`fields\` json NULL,
      PRIMARY KEY (\`id\`), KEY \`ix_user_changes_user\` (\`tenantId\`, \`userId\`, \`id\`)) ${ENGINE}`);
    await runner.query(`CREATE TABLE IF NOT EXISTS \`provisioning_days\` (${TENANT}, \`day\` date NOT NULL,
      \`inserted\` bigint unsigned NOT NULL, \`updated\` bigint unsigned NOT NULL, \`unchanged\` bigint unsigned NOT NULL, \`failed\` bigint unsigned NOT NULL,
      PRIMARY KEY (\`tenantId\`, \`day\`)) ${ENGINE}`);
    await this.indexPeople(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    if (await this.hasListIndex(runner)) await runner.query('ALTER TABLE `users` DROP KEY `ix_users_list`');
    await runner.query('DROP TABLE IF EXISTS `provisioning_days`');
    await runner.query('DROP TABLE IF EXISTS `user_changes`');
  }

  /** What the administration's list of people is filtered and sorted by, so that it is answered without their rows. */
  private async indexPeople(runner: QueryRunner): Promise<void> {
    if (await this.hasListIndex(runner)) return;
    await runner.query(
      'ALTER TABLE `users` ADD KEY `ix_users_list` (`tenantId`, `lastName`, `firstName`, `id`, `accountType`, `accountStatus`, `role`, `emailKey`, `legacyNumber`)',
    );
  }

  private async hasListIndex(runner: QueryRunner): Promise<boolean> {
    const sql = "SHOW INDEX FROM `users` WHERE Key_name = 'ix_users_list'";
    return ((await runner.query(sql)) as unknown[]).length > 0;
  }
}
