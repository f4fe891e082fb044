import type { MigrationInterface, QueryRunner } from 'typeorm';

const ASCII = 'CHARACTER SET ascii COLLATE ascii_bin';

function ascii(name: string, length: number): string {
  return `\`${name}\` varchar(${length}) ${ASCII} NOT NULL`;
}

/** How far each erasure is, and the legal holds that stop erasures. */
export class CreateErasures1795190496901 implements MigrationInterface {
  name = 'CreateErasures1795190496901';

  async up(runner: QueryRunner): Promise<void> {
    const tenant = `\`tenantId\` char(14) ${ASCII} NOT NULL`;
    const engine = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci';
    await runner.query(`CREATE TABLE IF NOT EXISTS \`erasures\` (${tenant}, ${ascii('userId', 64)},
      ${ascii('state', 16)}, ${ascii('step', 64)}, \`dueAt\` datetime(3) NOT NULL, \`requestedAt\` datetime(3) NOT NULL,
      \`requestedBy\` varchar(128) NOT NULL, \`requestId\` varchar(255) NOT NULL, \`sealedKeys\` blob NULL,
      \`erasedRows\` int unsigned NOT NULL, \`finishedAt\` datetime(3) NULL,
      PRIMARY KEY (\`tenantId\`, \`userId\`), KEY \`ix_erasures_due\` (\`state\`, \`dueAt\`)) ${engine}`);
    await runner.query(`CREATE TABLE IF NOT EXISTS \`legal_holds\` (${tenant}, ${ascii('userId', 64)},
      \`reason\` varchar(500) NOT NULL, \`since\` datetime(3) NOT NULL, \`setBy\` varchar(128) NOT NULL,
      PRIMARY KEY (\`tenantId\`, \`userId\`)) ${engine}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS `legal_holds`');
    await runner.query('DROP TABLE IF EXISTS `erasures`');
  }
}
