import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEX = 'ix_user_changes_run';

/** What one run changed is read without the rest of the history. */
export class IndexChangesOfRuns1795190426000 implements MigrationInterface {
  name = 'IndexChangesOfRuns1795190426000';

  async up(runner: QueryRunner): Promise<void> {
    if (await this.exists(runner)) return;
    // Histories are long: whoever posts meanwhile must not wait, so that the server refuses rather than lock.
    await runner.query(
      `ALTER TABLE \`user_changes\` ADD KEY \`${INDEX}\` (\`tenantId\`, \`run\`, \`id\`), ALGORITHM=INPLACE, LOCK=NONE`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    if (await this.exists(runner))
      await runner.query(`ALTER TABLE \`user_changes\` DROP KEY \`${INDEX}\`, ALGORITHM=INPLACE, LOCK=NONE`);
  }

  private async exists(runner: QueryRunner): Promise<boolean> {
    const found: unknown = await runner.query('SHOW INDEX FROM `user_changes` WHERE Key_name = ?', [INDEX]);
    return Array.isArray(found) && found.length > 0;
  }
}
