import type { MigrationInterface, QueryRunner } from 'typeorm';

/** So many rows share a statement. */
const ROWS = 10_000;

const UP_TO_SUBMITTED = ['`formType`', '`field`', '`submitted`']
  .map((column) => `SHA2(${column}, 256)`)
  .join(', ');

/** Groups by the submitted value, whatever is recorded, and rules about them. */
export class DiscrepancyGroups1796000400000 implements MigrationInterface {
  name = 'DiscrepancyGroups1796000400000';

  async up(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn('discrepancy_rules', 'anyRecorded')))
      await runner.query(
        'ALTER TABLE `discrepancy_rules` ADD COLUMN `anyRecorded` tinyint(1) NOT NULL DEFAULT 0 AFTER `recorded`',
      );
    await this.setKeys(runner, UP_TO_SUBMITTED);
  }

  async down(runner: QueryRunner): Promise<void> {
    await this.setKeys(runner, `${UP_TO_SUBMITTED}, IF(\`recorded\` IS NULL, '', SHA2(\`recorded\`, 256))`);
    if (!(await runner.hasColumn('discrepancy_rules', 'anyRecorded'))) return;
    // The previous version would take such a rule for one about a value that is not set.
    await runner.query(
      'UPDATE `discrepancy_rules` SET `caseKey` = NULL, `deletedAt` = UTC_TIMESTAMP(3), `deletedBy` = `createdBy` ' +
        'WHERE `anyRecorded` = 1 AND `caseKey` IS NOT NULL',
    );
    await runner.query('ALTER TABLE `discrepancy_rules` DROP COLUMN `anyRecorded`');
  }

  /** Decided ones too: a decision that is taken back brings them into their group again. */
  private async setKeys(runner: QueryRunner, parts: string): Promise<void> {
    const sql = 'SELECT MAX(`id`) AS `id` FROM `discrepancies`';
    const rows = (await runner.query(sql)) as { id: number | string | null }[];
    const last = Number(rows[0]?.id ?? 0);
    for (let from = 0; from < last; from += ROWS)
      await runner.query(
        `UPDATE \`discrepancies\` SET \`groupKey\` = LEFT(SHA2(CONCAT(${parts}), 256), 32)
        WHERE \`id\` > ? AND \`id\` <= ? AND \`groupKey\` IS NOT NULL`,
        [from, from + ROWS],
      );
  }
}
