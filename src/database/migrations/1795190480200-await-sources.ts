import type { MigrationInterface, QueryRunner } from 'typeorm';

const ASCII = 'CHARACTER SET ascii COLLATE ascii_bin';
const COLUMNS = [
  ['users', 'awaitingSource', 'json NULL'],
  ['user_changes', 'submissionId', `varchar(64) ${ASCII} NULL`],
] as const;

/** Approved values whose source has not sent them yet, and the submission that a change of a person comes from. */
export class AwaitSources1795190480200 implements MigrationInterface {
  name = 'AwaitSources1795190480200';

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, name, type] of COLUMNS)
      if (!(await exists(runner, table, name)))
        await runner.query(`ALTER TABLE \`${table}\` ADD COLUMN \`${name}\` ${type}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, name] of COLUMNS)
      if (await exists(runner, table, name))
        await runner.query(`ALTER TABLE \`${table}\` DROP COLUMN \`${name}\``);
  }
}

async function exists(runner: QueryRunner, table: string, name: string): Promise<boolean> {
  const found: unknown = await runner.query(`SHOW COLUMNS FROM \`${table}\` LIKE ?`, [name]);
  return Array.isArray(found) && found.length > 0;
}
