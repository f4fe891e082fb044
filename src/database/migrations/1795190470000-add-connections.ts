import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = [
  ['connectionId', 'char(29) CHARACTER SET ascii COLLATE ascii_bin NULL'],
  ['connectionSettings', 'json NULL'],
] as const;

/** The connection of an identity provider to which a key of scope `scim` belongs, which its successors inherit. */
export class AddConnections1795190470000 implements MigrationInterface {
  name = 'AddConnections1795190470000';

  async up(runner: QueryRunner): Promise<void> {
    for (const [column, type] of COLUMNS) {
      if (!(await runner.hasColumn('credentials', column)))
        await runner.query(`ALTER TABLE \`credentials\` ADD COLUMN \`${column}\` ${type}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [column] of COLUMNS) {
      if (await runner.hasColumn('credentials', column))
        await runner.query(`ALTER TABLE \`credentials\` DROP COLUMN \`${column}\``);
    }
  }
}
