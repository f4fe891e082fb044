import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The columns of each index in front of the target. */
const INDEXES: readonly (readonly [table: string, index: string, columns: string])[] = [
  ['sync_items', 'ix_sync_items_updated', '`tenantId`, `updatedAt`, `submissionId`'],
  ['sync_items', 'ix_sync_items_status', '`tenantId`, `syncStatus`, `updatedAt`, `submissionId`'],
  ['sync_open_items', 'ix_sync_open_items_any', '`tenantId`, `standing`, `queuedAt`, `submissionId`'],
  [
    'sync_open_items',
    'ix_sync_open_items_target',
    '`tenantId`, `targetSystem`, `standing`, `queuedAt`, `submissionId`',
  ],
  [
    'sync_open_items',
    'ix_sync_open_items_form',
    '`tenantId`, `targetSystem`, `formType`, `standing`, `queuedAt`, `submissionId`',
  ],
  [
    'sync_open_items',
    'ix_sync_open_items_group',
    '`tenantId`, `studentId`, `targetSystem`, `queuedAt`, `submissionId`',
  ],
];

/** Lists are ordered by the target last; MySQL sorts all rows when an index does not name it, though its entries do. */
export class OrderItemsByTarget1795190466003 implements MigrationInterface {
  name = 'OrderItemsByTarget1795190466003';

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, index, columns] of INDEXES)
      if (!(await this.hasTarget(runner, table, index)))
        await this.replace(runner, table, index, `${columns}, \`target\``);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, index, columns] of INDEXES)
      if (await this.hasTarget(runner, table, index)) await this.replace(runner, table, index, columns);
  }

  private async replace(runner: QueryRunner, table: string, index: string, columns: string): Promise<void> {
    await runner.query(
      `ALTER TABLE \`${table}\` DROP KEY \`${index}\`, ADD KEY \`${index}\` (${columns}), ALGORITHM=INPLACE, LOCK=NONE`,
    );
  }

  private async hasTarget(runner: QueryRunner, table: string, index: string): Promise<boolean> {
    const sql = `SHOW INDEX FROM \`${table}\` WHERE Key_name = ? AND Column_name = 'target'`;
    const found: unknown = await runner.query(sql, [index]);
    return Array.isArray(found) && found.length > 0;
  }
}
