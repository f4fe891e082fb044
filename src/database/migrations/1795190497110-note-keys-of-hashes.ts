import type { MigrationInterface, QueryRunner } from 'typeorm';

const KEY_ID = 'char(16) CHARACTER SET ascii COLLATE ascii_bin NULL';

const COLUMNS = [
  ['credentials', 'secretKeyId', KEY_ID],
  ['credentials', 'formerSecretHash', 'binary(32) NULL'],
  ['alert_settings', 'tokenKeyId', KEY_ID],
  ['recovery_codes', 'keyId', KEY_ID],
] as const;

/** Under which server key a secret was hashed. */
export class NoteKeysOfHashes1795190497110 implements MigrationInterface {
  name = 'NoteKeysOfHashes1795190497110';

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, column, type] of COLUMNS)
      if (!(await runner.hasColumn(table, column)))
        await runner.query(`ALTER TABLE \`${table}\` ADD COLUMN \`${column}\` ${type}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, column] of COLUMNS)
      if (await runner.hasColumn(table, column))
        await runner.query(`ALTER TABLE \`${table}\` DROP COLUMN \`${column}\``);
  }
}
