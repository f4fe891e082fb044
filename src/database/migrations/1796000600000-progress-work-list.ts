import type { MigrationInterface, QueryRunner } from 'typeorm';

import { ASCII } from './baseline/column-types.js';

const COLUMNS = {
  firstDueOn: "date NOT NULL DEFAULT '9999-12-31'",
  nextMilestone: `varchar(64) ${ASCII} NULL`,
  nextDueOn: 'date NULL',
  chairId: `varchar(64) ${ASCII} NULL`,
  entry: `varchar(7) ${ASCII} NULL`,
  columnsAt: 'bigint unsigned NOT NULL DEFAULT 0',
};
const FORMER_KEY = '"tenantId", "sortName", "studentId", "pacingStatus", "programId", "changedAt"';
const LIST_KEY = `${FORMER_KEY}, "firstDueOn", "nextMilestone", "nextDueOn", "chairId", "entry", "columnsAt"`;
const LATE_KEY =
  '"tenantId", "firstDueOn", "studentId", "pacingStatus", "programId", "nextMilestone", "nextDueOn", "chairId", "entry"';

/** What the list of progress sorts and filters by. The sweep fills the columns, in small transactions. */
export class ProgressWorkList1796000600000 implements MigrationInterface {
  name = 'ProgressWorkList1796000600000';

  async up(runner: QueryRunner): Promise<void> {
    if (await this.isDone(runner)) return;
    await this.run(
      runner,
      `ALTER TABLE "progress_documents"
        ${Object.entries(COLUMNS)
          .map(([name, type]) => `ADD COLUMN "${name}" ${type}`)
          .join(', ')},
        DROP KEY "ix_progress_documents_list", ADD KEY "ix_progress_documents_list" (${LIST_KEY}),
        ADD KEY "ix_progress_documents_late" (${LATE_KEY})`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    if (!(await this.isDone(runner))) return;
    await this.run(
      runner,
      `ALTER TABLE "progress_documents" DROP KEY "ix_progress_documents_late",
        DROP KEY "ix_progress_documents_list", ADD KEY "ix_progress_documents_list" (${FORMER_KEY}),
        ${Object.keys(COLUMNS)
          .map((name) => `DROP COLUMN "${name}"`)
          .join(', ')}`,
    );
  }

  private isDone(runner: QueryRunner): Promise<boolean> {
    return runner.hasColumn('progress_documents', 'firstDueOn');
  }

  private async run(runner: QueryRunner, sql: string): Promise<void> {
    await runner.query(sql.replaceAll('"', '`'));
  }
}
