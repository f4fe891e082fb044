import type { MigrationInterface, QueryRunner } from 'typeorm';

import { ASCII } from './baseline/column-types.js';

/** The trace of the last move of a submission, which goes on at the connector. */
export class TracedSubmissions1796300200001 implements MigrationInterface {
  name = 'TracedSubmissions1796300200001';

  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('submissions', 'traceParent')) return;
    await runner.query(`ALTER TABLE \`submissions\` ADD COLUMN \`traceParent\` varchar(55) ${ASCII} NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn('submissions', 'traceParent'))) return;
    await runner.query('ALTER TABLE `submissions` DROP COLUMN `traceParent`');
  }
}
