import type { MigrationInterface, QueryRunner } from 'typeorm';

import { ASCII } from './baseline/column-types.js';

/** The undos of runs and of parts of them. */
export class RunUndos1796000500000 implements MigrationInterface {
  name = 'RunUndos1796000500000';

  /** A statement that is done may come again: the migration may have been ended before it was noted as done. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE IF NOT EXISTS \`run_undos\` (
        \`id\` bigint unsigned NOT NULL AUTO_INCREMENT,
        \`tenantId\` char(14) ${ASCII} NOT NULL,
        \`run\` varchar(100) ${ASCII} NOT NULL,
        \`at\` datetime(3) NOT NULL,
        \`actor\` varchar(128) NOT NULL,
        \`part\` json NULL,
        \`putBack\` int unsigned NOT NULL DEFAULT 0,
        \`isFinished\` tinyint NOT NULL DEFAULT 0,
        PRIMARY KEY (\`id\`),
        KEY \`ix_run_undos_run\` (\`tenantId\`, \`run\`, \`id\`)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS `run_undos`');
  }
}
