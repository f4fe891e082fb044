import type { MigrationInterface, QueryRunner } from 'typeorm';

import { ASCII } from './baseline/column-types.js';

/** Addresses of tenants to which alerts are posted, and which way each message goes. */
export class AlertWebhooks1796300200000 implements MigrationInterface {
  name = 'AlertWebhooks1796300200000';

  /** A statement that is done may come again: the migration may have been ended before it was noted as done. */
  async up(runner: QueryRunner): Promise<void> {
    const sql = `CREATE TABLE IF NOT EXISTS "alert_webhooks" (
      "tenantId" char(14) ${ASCII} NOT NULL,
      "id" char(29) ${ASCII} NOT NULL,
      "kind" varchar(8) ${ASCII} NOT NULL,
      "name" varchar(100) NOT NULL,
      "masked" varchar(300) NOT NULL,
      "sealedUrl" varbinary(2100) NOT NULL,
      "sealedSecret" varbinary(200) NULL,
      "createdAt" datetime(3) NOT NULL,
      "goneAt" datetime(3) NULL,
      "problem" varchar(200) NULL,
      "problemAt" datetime(3) NULL,
      PRIMARY KEY ("tenantId", "id")
    ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci`;
    await runner.query(sql.replaceAll('"', '`'));
    if (await runner.hasColumn('alert_messages', 'way')) return;
    await runner.query(
      `ALTER TABLE \`alert_messages\` ADD COLUMN \`way\` varchar(8) ${ASCII} NOT NULL DEFAULT 'mail',
        DROP INDEX \`ix_alert_messages_due\`,
        ADD INDEX \`ix_alert_messages_due\` (\`status\`, \`way\`, \`dueAt\`)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('alert_messages', 'way')) {
      // The version before would mail them.
      await runner.query("DELETE FROM `alert_messages` WHERE `way` <> 'mail'");
      await runner.query(
        `ALTER TABLE \`alert_messages\` DROP INDEX \`ix_alert_messages_due\`,
          ADD INDEX \`ix_alert_messages_due\` (\`status\`, \`dueAt\`), DROP COLUMN \`way\``,
      );
    }
    await runner.query('DROP TABLE IF EXISTS `alert_webhooks`');
  }
}
