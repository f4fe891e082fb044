import type { MigrationInterface, QueryRunner } from 'typeorm';

const TENANT = '`tenantId` char(14) CHARACTER SET ascii COLLATE ascii_bin NOT NULL';
const NAME = '`name` varchar(100) CHARACTER SET ascii COLLATE ascii_bin NOT NULL';
const ENGINE = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci';

const COUNTS = [
  ...['calls', 'received', 'inserted', 'updated', 'unchanged', 'failed', 'deprovisioned', 'restored'],
].map((name) => `\`${name}\` bigint unsigned NOT NULL`);

export class CreateRuns1795190425000 implements MigrationInterface {
  name = 'CreateRuns1795190425000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE IF NOT EXISTS \`runs\` (${TENANT}, ${NAME},
      \`startedAt\` datetime(3) NOT NULL, \`lastCallAt\` datetime(3) NOT NULL, ${COUNTS.join(', ')},
      PRIMARY KEY (\`tenantId\`, \`name\`), KEY \`ix_runs_started\` (\`tenantId\`, \`startedAt\`, \`name\`)) ${ENGINE}`);
    await runner.query(`CREATE TABLE IF NOT EXISTS \`run_actors\` (${TENANT}, ${NAME}, \`actor\` varchar(128) NOT NULL,
      PRIMARY KEY (\`tenantId\`, \`name\`, \`actor\`)) ${ENGINE}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS `run_actors`');
    await runner.query('DROP TABLE IF EXISTS `runs`');
  }
}
