import type { MigrationInterface, QueryRunner } from 'typeorm';

const TENANT = '`tenantId` char(14) CHARACTER SET ascii COLLATE ascii_bin NOT NULL';
const USER = '`userId` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL';
const ENGINE = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci';

function ascii(name: string, length: number, nullable = false): string {
  return `\`${name}\` varchar(${length}) CHARACTER SET ascii COLLATE ascii_bin ${nullable ? 'NULL' : 'NOT NULL'}`;
}

export class CreateAuth1795190404000 implements MigrationInterface {
  name = 'CreateAuth1795190404000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE IF NOT EXISTS \`audit_events\` (\`id\` bigint unsigned NOT NULL AUTO_INCREMENT, ${TENANT},
      \`at\` datetime(3) NOT NULL, \`actor\` varchar(128) NOT NULL, ${ascii('action', 64)}, \`target\` varchar(128) NOT NULL,
      \`before\` json NULL, \`after\` json NULL, ${ascii('address', 64, true)}, \`requestId\` varchar(255) NOT NULL,
      PRIMARY KEY (\`id\`), KEY \`ix_audit_events_tenant\` (\`tenantId\`, \`id\`),
      KEY \`ix_audit_events_target\` (\`tenantId\`, \`target\`, \`id\`)) ${ENGINE}`);
    await runner.query(`CREATE TABLE IF NOT EXISTS \`passwords\` (${TENANT}, ${USER}, ${ascii('hash', 255)},
      \`changedAt\` datetime(3) NOT NULL, PRIMARY KEY (\`tenantId\`, \`userId\`)) ${ENGINE}`);
    await runner.query(`CREATE TABLE IF NOT EXISTS \`invitations\` (\`tokenHash\` binary(32) NOT NULL, ${TENANT}, ${USER},
      \`invitedBy\` varchar(128) NOT NULL, \`createdAt\` datetime(3) NOT NULL, \`expiresAt\` datetime(3) NOT NULL, \`usedAt\` datetime(3) NULL,
      PRIMARY KEY (\`tokenHash\`), KEY \`ix_invitations_user\` (\`tenantId\`, \`userId\`)) ${ENGINE}`);
    await runner.query(`CREATE TABLE IF NOT EXISTS \`sessions\` (\`tokenHash\` binary(32) NOT NULL, ${TENANT}, ${USER}, ${ascii('address', 64)},
      \`createdAt\` datetime(3) NOT NULL, \`lastSeenAt\` datetime(3) NOT NULL, \`expiresAt\` datetime(3) NOT NULL,
      PRIMARY KEY (\`tokenHash\`), KEY \`ix_sessions_user\` (\`tenantId\`, \`userId\`), KEY \`ix_sessions_expires\` (\`expiresAt\`)) ${ENGINE}`);
    await runner.query(`CREATE TABLE IF NOT EXISTS \`login_throttles\` (\`subject\` binary(32) NOT NULL, \`failures\` int unsigned NOT NULL,
      \`lastFailureAt\` datetime(3) NOT NULL, \`blockedUntil\` datetime(3) NOT NULL,
      PRIMARY KEY (\`subject\`), KEY \`ix_login_throttles_last\` (\`lastFailureAt\`)) ${ENGINE}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['login_throttles', 'sessions', 'invitations', 'passwords', 'audit_events']) {
      await runner.query(`DROP TABLE IF EXISTS \`${table}\``);
    }
  }
}
