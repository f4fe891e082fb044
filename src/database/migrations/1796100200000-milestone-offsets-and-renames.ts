import type { MigrationInterface, QueryRunner } from 'typeorm';

import { ASCII, EXACT } from './baseline/column-types.js';

/** When milestones of a template are due, and the renames for students who have one. */
export class MilestoneOffsetsAndRenames1796100200000 implements MigrationInterface {
  name = 'MilestoneOffsetsAndRenames1796100200000';

  /** A statement that is done may come again: the migration may have been ended before it was noted as done. */
  async up(runner: QueryRunner): Promise<void> {
    if (!(await this.hasOffset(runner)))
      await runner.query('ALTER TABLE `milestone_templates` ADD COLUMN `dueAfterDays` int unsigned NULL');
    await runner.query(
      `CREATE TABLE IF NOT EXISTS \`milestone_renames\` (
        \`tenantId\` char(14) ${ASCII} NOT NULL,
        \`programId\` varchar(64) ${EXACT} NOT NULL,
        \`code\` varchar(64) ${ASCII} NOT NULL,
        \`name\` varchar(255) NOT NULL,
        \`turn\` int unsigned NOT NULL,
        \`total\` int unsigned NOT NULL,
        \`done\` int unsigned NOT NULL,
        \`lastId\` varchar(64) ${ASCII} NOT NULL,
        \`startedAt\` datetime(3) NOT NULL,
        \`finishedAt\` datetime(3) NULL,
        PRIMARY KEY (\`tenantId\`, \`programId\`, \`code\`),
        KEY \`ix_milestone_renames_finished\` (\`finishedAt\`)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS `milestone_renames`');
    if (await this.hasOffset(runner))
      await runner.query('ALTER TABLE `milestone_templates` DROP COLUMN `dueAfterDays`');
  }

  private hasOffset(runner: QueryRunner): Promise<boolean> {
    return runner.hasColumn('milestone_templates', 'dueAfterDays');
  }
}
