import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEX = 'ix_user_changes_at';

/** Retention removes the oldest entries of a tenant first. */
export class IndexHistoryByTime1795190497020 implements MigrationInterface {
  name = 'IndexHistoryByTime1795190497020';

  async up(runner: QueryRunner): Promise<void> {
    if (await exists(runner)) return;
    await runner.query(
      `ALTER TABLE \`user_changes\` ADD KEY \`${INDEX}\` (\`tenantId\`, \`at\`), ALGORITHM=INPLACE, LOCK=NONE`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    if (await exists(runner))
      await runner.query(`ALTER TABLE \`user_changes\` DROP KEY \`${INDEX}\`, ALGORITHM=INPLACE, LOCK=NONE`);
  }
}

async function exists(runner: QueryRunner): Promise<boolean> {
  const found: unknown = await runner.query('SHOW INDEX FROM `user_changes` WHERE Key_name = ?', [INDEX]);
  return Array.isArray(found) && found.length > 0;
}
