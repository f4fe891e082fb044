import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEX = 'ix_held_requests_user';

/** The holds of a person: calls ask whether an administrator has rejected one of their run. */
export class FindHoldsOfPeople1795190496001 implements MigrationInterface {
  name = 'FindHoldsOfPeople1795190496001';

  async up(runner: QueryRunner): Promise<void> {
    if (await exists(runner)) return;
    await runner.query(`ALTER TABLE \`held_requests\` ADD KEY \`${INDEX}\` (\`tenantId\`, \`userId\`, \`status\`,
      \`run\`, \`decidedAt\`), ALGORITHM=INPLACE, LOCK=NONE`);
  }

  async down(runner: QueryRunner): Promise<void> {
    if (await exists(runner))
      await runner.query(`ALTER TABLE \`held_requests\` DROP KEY \`${INDEX}\`, ALGORITHM=INPLACE, LOCK=NONE`);
  }
}

async function exists(runner: QueryRunner): Promise<boolean> {
  const found: unknown = await runner.query('SHOW INDEX FROM `held_requests` WHERE Key_name = ?', [INDEX]);
  return Array.isArray(found) && found.length > 0;
}
