import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = [
  ['createdBy', 'varchar(128) NULL'],
  ['rotatedTo', 'char(29) CHARACTER SET ascii COLLATE ascii_bin NULL'],
] as const;

async function hasRoleIndex(runner: QueryRunner): Promise<boolean> {
  const found: unknown = await runner.query("SHOW INDEX FROM `users` WHERE Key_name = 'ix_users_role'");
  return Array.isArray(found) && found.length > 0;
}

/** Who made a key and what replaced it; and an index by which administrators are found among many people. */
export class ExtendCredentials1795190420000 implements MigrationInterface {
  name = 'ExtendCredentials1795190420000';

  async up(runner: QueryRunner): Promise<void> {
    for (const [column, type] of COLUMNS) {
      if (!(await runner.hasColumn('credentials', column)))
        await runner.query(`ALTER TABLE \`credentials\` ADD COLUMN \`${column}\` ${type}`);
    }
    if (!(await hasRoleIndex(runner)))
      await runner.query('ALTER TABLE `users` ADD KEY `ix_users_role` (`tenantId`, `role`)');
  }

  async down(runner: QueryRunner): Promise<void> {
    if (await hasRoleIndex(runner)) await runner.query('ALTER TABLE `users` DROP KEY `ix_users_role`');
    for (const [column] of COLUMNS) {
      if (await runner.hasColumn('credentials', column))
        await runner.query(`ALTER TABLE \`credentials\` DROP COLUMN \`${column}\``);
    }
  }
}
