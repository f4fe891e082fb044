import type { MigrationInterface, QueryRunner } from 'typeorm';

const ASCII = 'CHARACTER SET ascii COLLATE ascii_bin NOT NULL';

/** The keyed hashes of people who were erased, of which nothing else is kept. */
export class CreateTombstones1795190496900 implements MigrationInterface {
  name = 'CreateTombstones1795190496900';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE IF NOT EXISTS \`tombstones\` (\`tenantId\` char(14) ${ASCII},
      \`keyHash\` binary(32) NOT NULL, \`userId\` varchar(64) ${ASCII}, \`erasedAt\` datetime(3) NOT NULL,
      PRIMARY KEY (\`tenantId\`, \`keyHash\`), KEY \`ix_tombstones_user\` (\`tenantId\`, \`userId\`))
      ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS `tombstones`');
  }
}
