import type { MigrationInterface, QueryRunner } from 'typeorm';

const KEYS = [
  [
    'held_requests',
    'ix_held_requests_waiting',
    '"tenantId", "status", "reason", "requestedAt", "id", "userId"',
  ],
  [
    'identity_conflicts',
    'ix_identity_conflicts_waiting',
    '"tenantId", "status", "kind", "firstAt", "id", "userId"',
  ],
] as const;

/** What waits for a decision, by reason and age. */
export class WaitingDecisions1796000800000 implements MigrationInterface {
  name = 'WaitingDecisions1796000800000';

  /** A statement that is done may come again: the migration may have been ended before it was noted as done. */
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, key, columns] of KEYS)
      if (!(await this.hasKey(runner, table, key)))
        await this.run(runner, `ALTER TABLE "${table}" ADD KEY "${key}" (${columns})`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, key] of KEYS)
      if (await this.hasKey(runner, table, key))
        await this.run(runner, `ALTER TABLE "${table}" DROP KEY "${key}"`);
  }

  private async hasKey(runner: QueryRunner, table: string, name: string): Promise<boolean> {
    const rows = (await runner.query(`SHOW KEYS FROM \`${table}\``)) as { Key_name: string }[];
    return rows.some(({ Key_name: key }) => key === name);
  }

  private async run(runner: QueryRunner, sql: string): Promise<void> {
    await runner.query(sql.replaceAll('"', '`'));
  }
}
