import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateRateWindows1795190428000 implements MigrationInterface {
  name = 'CreateRateWindows1795190428000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE IF NOT EXISTS \`rate_windows\` (\`subject\` binary(32) NOT NULL,
      \`count\` int unsigned NOT NULL, \`endsAt\` bigint unsigned NOT NULL,
      PRIMARY KEY (\`subject\`), KEY \`ix_rate_windows_ends\` (\`endsAt\`))
      ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS `rate_windows`');
  }
}
