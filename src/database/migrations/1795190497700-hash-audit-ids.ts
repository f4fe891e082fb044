import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The ID of an audit entry, as its hash covers it; entries that are there already keep their hashes, without it. */
export class HashAuditIds1795190497700 implements MigrationInterface {
  name = 'HashAuditIds1795190497700';

  async up(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn('audit_events', 'hashedId')))
      await runner.query('ALTER TABLE `audit_events` ADD COLUMN `hashedId` bigint unsigned NULL');
  }

  /** The chain can no longer be verified: the hashes cover what is lost. */
  async down(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('audit_events', 'hashedId'))
      await runner.query('ALTER TABLE `audit_events` DROP COLUMN `hashedId`');
  }
}
