import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = [
  ...['workflowCalls', 'workflowReceived', 'workflowChanged', 'workflowUnchanged', 'workflowFailed'],
  'workflowPeople',
];

/** What the calls of the platform that named a run did; the default lets the release before this one go on writing. */
export class CountWorkflowOfRuns1795190465002 implements MigrationInterface {
  name = 'CountWorkflowOfRuns1795190465002';

  async up(runner: QueryRunner): Promise<void> {
    for (const name of COLUMNS)
      if (!(await this.exists(runner, name)))
        await runner.query(`ALTER TABLE \`runs\` ADD COLUMN \`${name}\` bigint unsigned NOT NULL DEFAULT 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of COLUMNS)
      if (await this.exists(runner, name)) await runner.query(`ALTER TABLE \`runs\` DROP COLUMN \`${name}\``);
  }

  private async exists(runner: QueryRunner, name: string): Promise<boolean> {
    const found: unknown = await runner.query('SHOW COLUMNS FROM `runs` LIKE ?', [name]);
    return Array.isArray(found) && found.length > 0;
  }
}
