import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEX = 'ix_users_entry';
const COLUMNS = '`tenantId`, `yearOfEntry`, `monthOfEntry`, `programId`, `firstName`';

/** Candidates of the same entry, program and first name, who may have another last name. */
export class FindPeopleByEntry1795190497800 implements MigrationInterface {
  name = 'FindPeopleByEntry1795190497800';

  async up(runner: QueryRunner): Promise<void> {
    if (await exists(runner)) return;
    await runner.query(
      `ALTER TABLE \`users\` ADD KEY \`${INDEX}\` (${COLUMNS}), ALGORITHM=INPLACE, LOCK=NONE`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    if (await exists(runner))
      await runner.query(`ALTER TABLE \`users\` DROP KEY \`${INDEX}\`, ALGORITHM=INPLACE, LOCK=NONE`);
  }
}

async function exists(runner: QueryRunner): Promise<boolean> {
  const found: unknown = await runner.query('SHOW INDEX FROM `users` WHERE Key_name = ?', [INDEX]);
  return Array.isArray(found) && found.length > 0;
}
