import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When each piece of background work ran last, in each process. */
export class CreateBackgroundRuns1795190497300 implements MigrationInterface {
  name = 'CreateBackgroundRuns1795190497300';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`CREATE TABLE IF NOT EXISTS \`background_runs\` (
      \`name\` varchar(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      \`process\` varchar(160) NOT NULL, \`startedAt\` datetime(3) NOT NULL,
      \`durationMs\` int unsigned NOT NULL, \`error\` varchar(100) NULL, \`seenAt\` datetime(3) NOT NULL,
      PRIMARY KEY (\`name\`, \`process\`),
      KEY \`ix_background_runs_seen\` (\`seenAt\`)) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE IF EXISTS `background_runs`');
  }
}
