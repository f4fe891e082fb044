import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Target systems of which nothing is handed out until an administrator resumes them. */
export class CreateSyncPauses1795190491201 implements MigrationInterface {
  name = 'CreateSyncPauses1795190491201';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE IF NOT EXISTS \`sync_pauses\` (
      \`tenantId\` char(14) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      \`targetSystem\` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
      \`pausedAt\` datetime(3) NOT NULL, \`pausedBy\` varchar(128) NOT NULL, \`reason\` varchar(500) NULL,
      PRIMARY KEY (\`tenantId\`, \`targetSystem\`)) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS `sync_pauses`');
  }
}
