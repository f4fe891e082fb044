import type { MigrationInterface, QueryRunner } from 'typeorm';

const ASCII = 'CHARACTER SET ascii COLLATE ascii_bin';
const END = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci';
const TENANT = `\`tenantId\` char(14) ${ASCII} NOT NULL`;

/** Tenants for tests, what their next calls answer, and what was asked of them. */
export class CreateSandboxes1795190496700 implements MigrationInterface {
  name = 'CreateSandboxes1795190496700';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE IF NOT EXISTS \`sandboxes\` (
      ${TENANT}, \`owner\` char(29) ${ASCII} NOT NULL, \`seed\` varchar(10) ${ASCII} NOT NULL,
      \`firstClock\` json NULL, \`administratorEmail\` varchar(254) NOT NULL,
      \`passwordHash\` varchar(255) NOT NULL, \`createdAt\` datetime(3) NOT NULL,
      \`expiresAt\` datetime(3) NOT NULL, \`deletedAt\` datetime(3) NULL,
      PRIMARY KEY (\`tenantId\`),
      INDEX \`ix_sandboxes_owner\` (\`owner\`, \`createdAt\`), INDEX \`ix_sandboxes_expires\` (\`expiresAt\`)
    ) ${END}`);
    await runner.query(`CREATE TABLE IF NOT EXISTS \`sandbox_templates\` (
      \`seed\` varchar(10) ${ASCII} NOT NULL, \`day\` char(10) ${ASCII} NOT NULL,
      \`version\` varchar(32) ${ASCII} NOT NULL, \`templateId\` char(14) ${ASCII} NOT NULL,
      \`usedAt\` datetime(3) NOT NULL, PRIMARY KEY (\`seed\`, \`day\`, \`version\`)
    ) ${END}`);
    await runner.query(`CREATE TABLE IF NOT EXISTS \`sandbox_faults\` (
      ${TENANT}, \`position\` smallint unsigned NOT NULL, \`route\` varchar(160) ${ASCII} NOT NULL,
      \`timesLeft\` int unsigned NULL, \`status\` smallint unsigned NULL, \`delayMs\` int unsigned NOT NULL,
      \`abort\` varchar(6) ${ASCII} NULL, PRIMARY KEY (\`tenantId\`, \`position\`)
    ) ${END}`);
    await runner.query(`CREATE TABLE IF NOT EXISTS \`sandbox_requests\` (
      \`id\` bigint unsigned NOT NULL AUTO_INCREMENT, ${TENANT}, \`at\` datetime(3) NOT NULL,
      \`method\` varchar(8) ${ASCII} NOT NULL, \`url\` varchar(2048) NOT NULL,
      \`requestId\` varchar(128) ${ASCII} NOT NULL, \`requestHeaders\` json NOT NULL,
      \`requestBody\` mediumtext NULL, \`status\` smallint unsigned NOT NULL,
      \`responseHeaders\` json NOT NULL, \`responseBody\` mediumtext NULL, \`ms\` int unsigned NOT NULL,
      PRIMARY KEY (\`id\`), INDEX \`ix_sandbox_requests_tenant\` (\`tenantId\`, \`id\`)
    ) ${END}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['sandbox_requests', 'sandbox_faults', 'sandbox_templates', 'sandboxes'])
      await runner.query(`DROP TABLE IF EXISTS \`${table}\``);
  }
}
