import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The clocks of sandboxes, which are moved by their testers; other tenants have none. */
export class AddTenantClocks1795190496600 implements MigrationInterface {
  name = 'AddTenantClocks1795190496600';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE `tenants` ADD COLUMN `clock` json NULL, ALGORITHM=INSTANT');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE `tenants` DROP COLUMN `clock`');
  }
}
