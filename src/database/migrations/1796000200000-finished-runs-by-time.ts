import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finished runs by time, for the alert about complete runs, which looks every minute. */
export class FinishedRunsByTime1796000200000 implements MigrationInterface {
  name = 'FinishedRunsByTime1796000200000';

  /** A statement that is done may come again: the migration may have been ended before it was noted as done. */
  async up(runner: QueryRunner): Promise<void> {
    if (await this.hasKey(runner)) return;
    await runner.query('ALTER TABLE `finished_runs` ADD KEY `ix_finished_runs_at` (`tenantId`, `at`)');
  }

  async down(runner: QueryRunner): Promise<void> {
    if (!(await this.hasKey(runner))) return;
    await runner.query('ALTER TABLE `finished_runs` DROP KEY `ix_finished_runs_at`');
  }

  private async hasKey(runner: QueryRunner): Promise<boolean> {
    const table = await runner.getTable('finished_runs');
    return table?.indices.some(({ name }) => name === 'ix_finished_runs_at') === true;
  }
}
