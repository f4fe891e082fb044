import type { MigrationInterface, QueryRunner } from 'typeorm';

import { ASCII } from './baseline/column-types.js';

const COLUMNS = {
  firstDueOn: "date NOT NULL DEFAULT '9999-12-31'",
  nextMilestone: `varchar(64) ${ASCII} NULL`,
  nextDueOn: 'date NULL',
  chairId: `varchar(64) ${ASCII} NULL`,
  entry: `varchar(7) ${ASCII} NULL`,
};
const FORMER_KEY = '"tenantId", "sortName", "studentId", "pacingStatus", "programId", "changedAt"';
const LIST_KEY = `${FORMER_KEY}, "firstDueOn", "nextMilestone", "nextDueOn", "chairId", "entry"`;
const LATE_KEY =
  '"tenantId", "firstDueOn", "studentId", "pacingStatus", "programId", "nextMilestone", "nextDueOn", "chairId", "entry"';

/** What the list of progress sorts and filters by. Periodic work draws the records again and fills the columns. */
export class ProgressWorkList1796000600000 implements MigrationInterface {
  name = 'ProgressWorkList1796000600000';

  /** A statement that is done may come again: the migration may have been ended before it was noted as done. */
  async up(runner: QueryRunner): Promise<void> {
    if (!(await this.isDone(runner)))
      await this.run(
        runner,
        `ALTER TABLE "progress_documents"
          ${Object.entries(COLUMNS)
            .map(([name, type]) => `ADD COLUMN "${name}" ${type}`)
            .join(', ')},
          DROP KEY "ix_progress_documents_list", ADD KEY "ix_progress_documents_list" (${LIST_KEY}),
          ADD KEY "ix_progress_documents_late" (${LATE_KEY})`,
      );
    await this.run(
      runner,
      `UPDATE "progress_documents" d JOIN "users" u ON u."tenantId" = d."tenantId" AND u."id" = d."studentId"
        SET d."entry" = CONCAT(u."yearOfEntry", IFNULL(CONCAT('-', LPAD(u."monthOfEntry", 2, '0')), ''))
        WHERE d."entry" IS NULL AND u."yearOfEntry" IS NOT NULL`,
    );
    await this.run(
      runner,
      `INSERT INTO "progress_rebuilds"
          ("tenantId", "turn", "total", "done", "changed", "lastId", "startedAt")
        SELECT "tenantId", 1, COUNT(*), 0, 0, '', UTC_TIMESTAMP(3) FROM "progress_documents" GROUP BY "tenantId"
        ON DUPLICATE KEY UPDATE "turn" = "turn" + 1, "total" = VALUES("total"), "done" = 0, "changed" = 0,
          "lastId" = '', "startedAt" = VALUES("startedAt"), "finishedAt" = NULL`,
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
