import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateUsers1795190401000 implements MigrationInterface {
  name = 'CreateUsers1795190401000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE IF NOT EXISTS \`users\` (
      \`tenantId\` char(14) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      \`id\` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      \`legacyNumber\` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
      \`email\` varchar(254) NOT NULL,
      \`emailKey\` varchar(254) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
      \`firstName\` varchar(100) NOT NULL,
      \`lastName\` varchar(100) NOT NULL,
      \`middleInitial\` varchar(8) NULL,
      \`name\` varchar(255) NULL,
      \`accountType\` varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      \`accountStatus\` varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      \`role\` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NULL,
      \`domain\` varchar(253) NULL,
      \`schoolProgram\` varchar(255) NULL,
      \`programId\` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
      \`degree\` varchar(255) NULL,
      \`monthOfEntry\` tinyint unsigned NULL,
      \`yearOfEntry\` smallint unsigned NULL,
      \`monthOfGraduation\` tinyint unsigned NULL,
      \`yearOfGraduation\` smallint unsigned NULL,
      \`isAffiliatedWithUniversity\` tinyint NOT NULL,
      \`hideProfilePage\` tinyint NOT NULL,
      \`unsubscribeAllGroupEmails\` tinyint NOT NULL,
      \`genderPronoun\` varchar(100) NULL,
      \`userTags\` json NULL,
      \`nationalities\` json NULL,
      \`careerInterests\` json NULL,
      \`languages\` json NULL,
      \`customFields\` json NULL,
      \`facultyProfile\` json NULL,
      \`createdAt\` datetime(3) NOT NULL,
      \`updatedAt\` datetime(3) NOT NULL,
      PRIMARY KEY (\`tenantId\`, \`id\`),
      UNIQUE KEY \`uq_users_legacy_number\` (\`tenantId\`, \`legacyNumber\`),
      UNIQUE KEY \`uq_users_email_key\` (\`tenantId\`, \`emailKey\`)
    ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci`);
    await runner.query(`CREATE TABLE IF NOT EXISTS \`programs\` (
      \`tenantId\` char(14) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      \`programId\` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
      \`name\` varchar(255) NOT NULL,
      \`createdAt\` datetime(3) NOT NULL,
      PRIMARY KEY (\`tenantId\`, \`programId\`)
    ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci`);
    await runner.query(`CREATE TABLE IF NOT EXISTS \`user_numbers\` (
      \`tenantId\` char(14) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      \`prefix\` char(3) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      \`next\` bigint unsigned NOT NULL,
      PRIMARY KEY (\`tenantId\`, \`prefix\`)
    ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS `user_numbers`');
    await runner.query('DROP TABLE IF EXISTS `programs`');
    await runner.query('DROP TABLE IF EXISTS `users`');
  }
}
