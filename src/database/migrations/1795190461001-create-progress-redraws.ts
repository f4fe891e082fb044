import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far records follow a change of settings. What the release before this one had begun, its sweep goes on with. */
export class CreateProgressRedraws1795190461001 implements MigrationInterface {
  name = 'CreateProgressRedraws1795190461001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE IF NOT EXISTS \`progress_redraws\` (
      \`tenantId\` char(14) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      \`turn\` int unsigned NOT NULL, \`total\` int unsigned NOT NULL,
      \`done\` int unsigned NOT NULL, \`changed\` int unsigned NOT NULL,
      \`lastId\` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      \`startedAt\` datetime(3) NOT NULL, \`finishedAt\` datetime(3) NULL,
      PRIMARY KEY (\`tenantId\`),
      KEY \`ix_progress_redraws_finished\` (\`finishedAt\`)) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS `progress_redraws`');
  }
}
