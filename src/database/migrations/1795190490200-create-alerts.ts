import type { MigrationInterface, QueryRunner } from 'typeorm';

const ASCII = 'CHARACTER SET ascii COLLATE ascii_bin';
const EXACT = 'CHARACTER SET utf8mb4 COLLATE utf8mb4_bin';
const ENGINE = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci';
const TENANT = `\`tenantId\` char(14) ${ASCII} NOT NULL`;

/** Alerts: what tenants set, when they were checked, their incidents, and a row for each message to each recipient. */
export class CreateAlerts1795190490200 implements MigrationInterface {
  name = 'CreateAlerts1795190490200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE IF NOT EXISTS \`alert_settings\` (${TENANT}, \`settings\` json NULL,
      \`tokenHash\` binary(32) NULL, \`tokenMadeAt\` datetime(3) NULL,
      PRIMARY KEY (\`tenantId\`), UNIQUE KEY \`uq_alert_settings_token\` (\`tokenHash\`)) ${ENGINE}`);
    await runner.query(`CREATE TABLE IF NOT EXISTS \`alert_checks\` (${TENANT}, \`observedAt\` datetime(3) NOT NULL,
      \`checkedAt\` datetime(3) NULL, PRIMARY KEY (\`tenantId\`)) ${ENGINE}`);
    await runner.query(`CREATE TABLE IF NOT EXISTS \`alert_incidents\` (${TENANT}, \`id\` char(29) ${ASCII} NOT NULL,
      \`kind\` varchar(32) ${ASCII} NOT NULL, \`subject\` varchar(160) ${EXACT} NOT NULL,
      \`openKey\` varchar(200) ${EXACT} NULL, \`facts\` varchar(600) NOT NULL,
      \`openedAt\` datetime(3) NOT NULL, \`endedAt\` datetime(3) NULL,
      \`endedBy\` varchar(16) ${ASCII} NULL,
      PRIMARY KEY (\`tenantId\`, \`id\`), UNIQUE KEY \`uq_alert_incidents_open\` (\`tenantId\`, \`openKey\`),
      KEY \`ix_alert_incidents_list\` (\`tenantId\`, \`openedAt\`, \`id\`),
      KEY \`ix_alert_incidents_ended\` (\`endedAt\`, \`kind\`)) ${ENGINE}`);
    await runner.query(`CREATE TABLE IF NOT EXISTS \`alert_messages\` (${TENANT},
      \`incidentId\` char(29) ${ASCII} NOT NULL, \`phase\` varchar(8) ${ASCII} NOT NULL,
      \`recipient\` varchar(254) ${EXACT} NOT NULL, \`status\` varchar(10) ${ASCII} NOT NULL,
      \`attempts\` int unsigned NOT NULL, \`dueAt\` datetime(3) NOT NULL, \`claim\` char(36) ${ASCII} NULL,
      \`createdAt\` datetime(3) NOT NULL, \`sentAt\` datetime(3) NULL, \`lastError\` varchar(200) NULL,
      PRIMARY KEY (\`tenantId\`, \`incidentId\`, \`phase\`, \`recipient\`),
      KEY \`ix_alert_messages_due\` (\`status\`, \`dueAt\`), KEY \`ix_alert_messages_created\` (\`createdAt\`)) ${ENGINE}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['alert_messages', 'alert_incidents', 'alert_checks', 'alert_settings'])
      await runner.query(`DROP TABLE IF EXISTS \`${table}\``);
  }
}
