import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = [
  ['ix_users_status', '`tenantId`, `accountStatus`, `id`'],
  ['ix_users_name', '`tenantId`, `name`'],
] as const;

async function hasIndex(runner: QueryRunner, name: string): Promise<boolean> {
  const found: unknown = await runner.query(`SHOW INDEX FROM \`users\` WHERE Key_name = '${name}'`);
  return Array.isArray(found) && found.length > 0;
}

/** By which the filters of identity providers find people. */
export class IndexPeopleForScim1795190470002 implements MigrationInterface {
  name = 'IndexPeopleForScim1795190470002';

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, columns] of INDEXES)
      if (!(await hasIndex(runner, name)))
        await runner.query(`ALTER TABLE \`users\` ADD KEY \`${name}\` (${columns})`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name] of INDEXES)
      if (await hasIndex(runner, name)) await runner.query(`ALTER TABLE \`users\` DROP KEY \`${name}\``);
  }
}
