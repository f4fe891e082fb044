import type { MigrationInterface, QueryRunner } from 'typeorm';

type Index = readonly [table: string, name: string, columns: string];

const INDEXES: readonly Index[] = [
  ['sync_items', 'ix_sync_items_student', '`tenantId`, `studentId`'],
  ['submissions', 'ix_submissions_student', '`tenantId`, `studentId`'],
  ['discrepancies', 'ix_discrepancies_list', '`tenantId`, `id`, `resolution`, `field`'],
];

/** What the administration's lists sort and filter by, where no index had it. */
export class IndexWork1795190422000 implements MigrationInterface {
  name = 'IndexWork1795190422000';

  async up(runner: QueryRunner): Promise<void> {
    // The default lets the release before this one go on writing.
    if (!(await runner.hasColumn('progress_documents', 'sortName')))
      await runner.query(`ALTER TABLE \`progress_documents\`
        ADD COLUMN \`sortName\` varchar(202) NOT NULL DEFAULT '',
        ADD COLUMN \`programId\` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
        ADD KEY \`ix_progress_documents_list\` (\`tenantId\`, \`sortName\`, \`studentId\`, \`pacingStatus\`, \`programId\`, \`changedAt\`)`);
    await runner.query(`UPDATE \`progress_documents\` d
      JOIN \`users\` u ON u.\`tenantId\` = d.\`tenantId\` AND u.\`id\` = d.\`studentId\`
      SET d.\`sortName\` = CONCAT(u.\`lastName\`, ', ', u.\`firstName\`), d.\`programId\` = u.\`programId\``);
    for (const [table, name, columns] of INDEXES)
      if (!(await this.exists(runner, table, name)))
        await runner.query(`ALTER TABLE \`${table}\` ADD KEY \`${name}\` (${columns})`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, name] of INDEXES)
      if (await this.exists(runner, table, name))
        await runner.query(`ALTER TABLE \`${table}\` DROP KEY \`${name}\``);
    if (await runner.hasColumn('progress_documents', 'sortName'))
      await runner.query(
        'ALTER TABLE `progress_documents` DROP KEY `ix_progress_documents_list`, DROP COLUMN `sortName`, DROP COLUMN `programId`',
      );
  }

  /** One of the two server families has no IF NOT EXISTS for keys. */
  private async exists(runner: QueryRunner, table: string, name: string): Promise<boolean> {
    const rows = (await runner.query(
      'SELECT 1 FROM information_schema.statistics WHERE table_schema = DATABASE() AND table_name = ? AND index_name = ? LIMIT 1',
      [table, name],
    )) as unknown[];
    return rows.length > 0;
  }
}
