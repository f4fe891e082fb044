import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What only sandboxes have: a clock that their testers move, and how often they were reset. */
export class AddTenantClocks1795190496600 implements MigrationInterface {
  name = 'AddTenantClocks1795190496600';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE `tenants` ADD COLUMN `clock` json NULL, ADD COLUMN `resets` int unsigned NOT NULL DEFAULT 0',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE `tenants` DROP COLUMN `clock`, DROP COLUMN `resets`');
  }
}
