import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The last upload of people of each series of runs. */
export class CreateRunSeries1795190491202 implements MigrationInterface {
  name = 'CreateRunSeries1795190491202';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE IF NOT EXISTS \`run_series\` (
      \`tenantId\` char(14) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      \`series\` varchar(160) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
      \`at\` datetime(3) NOT NULL, \`since\` datetime(3) NOT NULL, \`days\` int unsigned NOT NULL,
      \`run\` varchar(100) CHARACTER SET ascii COLLATE ascii_bin NULL, \`actor\` varchar(128) NOT NULL,
      \`inserted\` int unsigned NOT NULL, \`updated\` int unsigned NOT NULL, \`unchanged\` int unsigned NOT NULL,
      \`failed\` int unsigned NOT NULL, PRIMARY KEY (\`tenantId\`, \`series\`),
      KEY \`ix_run_series_at\` (\`tenantId\`, \`at\`)) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS `run_series`');
  }
}
