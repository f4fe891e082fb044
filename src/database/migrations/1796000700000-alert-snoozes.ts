import type { MigrationInterface, QueryRunner } from 'typeorm';

import { EXACT } from './baseline/column-types.js';

/** What an incident is about, for the link to its cause, and until when an administrator has snoozed it. */
export class AlertSnoozes1796000700000 implements MigrationInterface {
  name = 'AlertSnoozes1796000700000';

  /** A statement that is done may come again: the migration may have been ended before it was noted as done. */
  async up(runner: QueryRunner): Promise<void> {
    await this.addColumns(runner);
    // These kinds are about their subject. Blank would be about the items without a target system.
    await runner.query(
      "UPDATE `alert_incidents` SET `about` = `subject` WHERE `about` = '' AND `kind` IN " +
        "('connector_silent', 'deliveries_fail', 'reader_silent', 'key_expiring')",
    );
  }

  private async addColumns(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('alert_incidents', 'about')) return;
    await runner.query(
      `ALTER TABLE \`alert_incidents\` ADD COLUMN \`about\` varchar(160) ${EXACT} NOT NULL DEFAULT '',
        ADD COLUMN \`snoozedUntil\` datetime(3) NULL,
        ADD COLUMN \`snoozedAt\` datetime(3) NULL,
        ADD COLUMN \`snoozedBy\` varchar(128) NULL,
        ADD COLUMN \`snoozeNote\` varchar(1000) NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn('alert_incidents', 'about'))) return;
    await runner.query(
      'ALTER TABLE `alert_incidents` DROP COLUMN `about`, DROP COLUMN `snoozedUntil`, DROP COLUMN `snoozedAt`, ' +
        'DROP COLUMN `snoozedBy`, DROP COLUMN `snoozeNote`',
    );
  }
}
