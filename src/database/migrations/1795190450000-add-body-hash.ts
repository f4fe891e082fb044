import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What recognises the body that a person was last sent as. Both families add a column without touching the rows. */
export class AddBodyHash1795190450000 implements MigrationInterface {
  name = 'AddBodyHash1795190450000';

  async up(runner: QueryRunner): Promise<void> {
    if (!(await this.exists(runner)))
      await runner.query('ALTER TABLE `users` ADD COLUMN `bodyHash` binary(16) NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    if (await this.exists(runner)) await runner.query('ALTER TABLE `users` DROP COLUMN `bodyHash`');
  }

  private async exists(runner: QueryRunner): Promise<boolean> {
    const found: unknown = await runner.query("SHOW COLUMNS FROM `users` LIKE 'bodyHash'");
    return Array.isArray(found) && found.length > 0;
  }
}
