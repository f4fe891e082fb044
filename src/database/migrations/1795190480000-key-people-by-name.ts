import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The key by which people are found whose names sound alike. Both families add the column without touching the rows,
 * and the index while others write; the keys of stored people are filled in afterwards, in small steps.
 */
export class KeyPeopleByName1795190480000 implements MigrationInterface {
  name = 'KeyPeopleByName1795190480000';

  async up(runner: QueryRunner): Promise<void> {
    if (!(await this.has(runner, "SHOW COLUMNS FROM `users` LIKE 'nameKey'")))
      await runner.query('ALTER TABLE `users` ADD COLUMN `nameKey` binary(8) NULL');
    if (!(await this.has(runner, "SHOW INDEX FROM `users` WHERE Key_name = 'ix_users_name_key'")))
      await runner.query('ALTER TABLE `users` ADD KEY `ix_users_name_key` (`tenantId`, `nameKey`)');
  }

  async down(runner: QueryRunner): Promise<void> {
    if (await this.has(runner, "SHOW INDEX FROM `users` WHERE Key_name = 'ix_users_name_key'"))
      await runner.query('ALTER TABLE `users` DROP KEY `ix_users_name_key`');
    if (await this.has(runner, "SHOW COLUMNS FROM `users` LIKE 'nameKey'"))
      await runner.query('ALTER TABLE `users` DROP COLUMN `nameKey`');
  }

  private async has(runner: QueryRunner, question: string): Promise<boolean> {
    const found: unknown = await runner.query(question);
    return Array.isArray(found) && found.length > 0;
  }
}
