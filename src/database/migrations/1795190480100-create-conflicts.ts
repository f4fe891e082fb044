import type { MigrationInterface, QueryRunner } from 'typeorm';

const ASCII = 'CHARACTER SET ascii COLLATE ascii_bin';
const TENANT = `\`tenantId\` char(14) ${ASCII} NOT NULL`;
const SUBJECT = '`subject` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL';
const ENGINE = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci';

function ascii(name: string, length: number, nullable = false): string {
  return `\`${name}\` varchar(${length}) ${ASCII} ${nullable ? 'NULL' : 'NOT NULL'}`;
}

/** What matching cannot decide alone, and the decisions that it obeys. */
export class CreateConflicts1795190480100 implements MigrationInterface {
  name = 'CreateConflicts1795190480100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE IF NOT EXISTS \`identity_conflicts\` (${TENANT}, \`id\` char(29) ${ASCII} NOT NULL,
      ${ascii('kind', 32)}, ${SUBJECT}, ${ascii('userId', 64)}, ${ascii('ownerId', 64, true)}, ${ascii('status', 16)},
      ${ascii('decision', 16, true)}, \`count\` int unsigned NOT NULL, \`firstAt\` datetime(3) NOT NULL,
      \`lastAt\` datetime(3) NOT NULL, \`actor\` varchar(128) NOT NULL, ${ascii('run', 100, true)},
      \`requestId\` varchar(255) NOT NULL, \`sent\` json NULL, \`seen\` json NULL, \`applied\` json NULL,
      \`effect\` json NULL, ${ascii('newUserId', 64, true)}, \`note\` varchar(1000) NULL, \`decidedAt\` datetime(3) NULL,
      \`decidedBy\` varchar(128) NULL, \`takenBackAt\` datetime(3) NULL, \`takenBackBy\` varchar(128) NULL,
      PRIMARY KEY (\`tenantId\`, \`id\`),
      KEY \`ix_identity_conflicts_list\`
        (\`tenantId\`, \`lastAt\`, \`id\`, \`status\`, \`kind\`, \`subject\`, \`userId\`, \`ownerId\`),
      KEY \`ix_identity_conflicts_first\` (\`tenantId\`, \`firstAt\`, \`id\`, \`status\`, \`subject\`),
      KEY \`ix_identity_conflicts_open\` (\`status\`, \`kind\`)) ${ENGINE}`);
    await runner.query(`CREATE TABLE IF NOT EXISTS \`match_decisions\` (${TENANT},
      \`conflictId\` char(29) ${ASCII} NOT NULL, ${SUBJECT}, ${ascii('meansUserId', 64, true)},
      \`decidedAt\` datetime(3) NOT NULL, PRIMARY KEY (\`tenantId\`, \`conflictId\`),
      KEY \`ix_match_decisions_subject\` (\`tenantId\`, \`subject\`)) ${ENGINE}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS `match_decisions`');
    await runner.query('DROP TABLE IF EXISTS `identity_conflicts`');
  }
}
