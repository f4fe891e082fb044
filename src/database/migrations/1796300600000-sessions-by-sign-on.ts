import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How a session was opened. Those that are open now count as opened by password: where a second factor is demanded,
 * single sign-on is asked for once more.
 */
export class SessionsBySignOn1796300600000 implements MigrationInterface {
  name = 'SessionsBySignOn1796300600000';

  /** A statement that is done may come again: the migration may have been ended before it was noted as done. */
  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('sessions', 'bySignOn')) return;
    await runner.query(
      'ALTER TABLE `sessions` ADD COLUMN `bySignOn` tinyint NOT NULL DEFAULT 0 AFTER `address`',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn('sessions', 'bySignOn'))) return;
    await runner.query('ALTER TABLE `sessions` DROP COLUMN `bySignOn`');
  }
}
