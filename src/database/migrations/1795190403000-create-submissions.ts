import type { MigrationInterface, QueryRunner } from 'typeorm';

const TENANT = '`tenantId` char(14) CHARACTER SET ascii COLLATE ascii_bin NOT NULL';
const SUBMISSION = '`submissionId` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL';
const GENERATED_ID = '`id` bigint unsigned NOT NULL AUTO_INCREMENT';
const ENGINE = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci';

function ascii(name: string, length: number, nullable = false): string {
  return `\`${name}\` varchar(${length}) CHARACTER SET ascii COLLATE ascii_bin ${nullable ? 'NULL' : 'NOT NULL'}`;
}

function exact(name: string, length: number): string {
  return `\`${name}\` varchar(${length}) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL`;
}

export class CreateSubmissions1795190403000 implements MigrationInterface {
  name = 'CreateSubmissions1795190403000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE IF NOT EXISTS \`submissions\` (${TENANT}, ${SUBMISSION}, ${exact('formType', 64)}, ${ascii('studentId', 64)},
      \`fields\` json NOT NULL, ${ascii('status', 16)}, \`submittedAt\` datetime(3) NULL, \`decidedAt\` datetime(3) NULL,
      \`createdAt\` datetime(3) NOT NULL, \`updatedAt\` datetime(3) NOT NULL,
      PRIMARY KEY (\`tenantId\`, \`submissionId\`)) ${ENGINE}`);
    await runner.query(`CREATE TABLE IF NOT EXISTS \`submission_transitions\` (${GENERATED_ID}, ${TENANT}, ${SUBMISSION},
      ${ascii('from', 16)}, ${ascii('to', 16)}, ${ascii('cause', 32)}, \`reason\` text NULL, \`actor\` varchar(128) NOT NULL,
      \`actorId\` varchar(128) NULL, ${ascii('requestId', 128)}, \`at\` datetime(3) NOT NULL,
      PRIMARY KEY (\`id\`), KEY \`ix_submission_transitions\` (\`tenantId\`, \`submissionId\`, \`id\`)) ${ENGINE}`);
    await runner.query(`CREATE TABLE IF NOT EXISTS \`review_outbox\` (${GENERATED_ID}, ${TENANT}, ${ascii('eventId', 64)}, ${SUBMISSION},
      ${ascii('from', 16)}, ${ascii('to', 16)}, \`actor\` varchar(128) NOT NULL, ${ascii('requestId', 128)}, \`occurredAt\` datetime(3) NOT NULL,
      \`attempts\` smallint unsigned NOT NULL, \`nextAttemptAt\` datetime(3) NOT NULL, \`lastError\` text NULL, \`parkedAt\` datetime(3) NULL,
      PRIMARY KEY (\`id\`), UNIQUE KEY \`uq_review_outbox_event\` (\`tenantId\`, \`eventId\`),
      KEY \`ix_review_outbox_due\` (\`parkedAt\`, \`nextAttemptAt\`)) ${ENGINE}`);
    await runner.query(`CREATE TABLE IF NOT EXISTS \`heard_events\` (${TENANT}, ${ascii('eventId', 64)}, \`at\` datetime(3) NOT NULL,
      PRIMARY KEY (\`tenantId\`, \`eventId\`), KEY \`ix_heard_events_at\` (\`at\`)) ${ENGINE}`);
    await runner.query(`CREATE TABLE IF NOT EXISTS \`discrepancies\` (${GENERATED_ID}, ${TENANT}, ${SUBMISSION}, ${ascii('field', 64)},
      ${exact('formField', 255)}, \`submitted\` text NOT NULL, \`recorded\` text NULL, ${ascii('resolution', 32, true)}, \`note\` text NULL,
      \`resolvedBy\` varchar(128) NULL, \`resolvedAt\` datetime(3) NULL, \`createdAt\` datetime(3) NOT NULL,
      PRIMARY KEY (\`id\`), KEY \`ix_discrepancies_submission\` (\`tenantId\`, \`submissionId\`, \`id\`),
      KEY \`ix_discrepancies_open\` (\`tenantId\`, \`resolution\`, \`id\`)) ${ENGINE}`);
    await runner.query(`CREATE TABLE IF NOT EXISTS \`field_mappings\` (${TENANT}, ${exact('formType', 64)}, ${exact('formField', 255)},
      ${ascii('target', 64)}, PRIMARY KEY (\`tenantId\`, \`formType\`, \`formField\`)) ${ENGINE}`);
    await this.createQueue(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    const queue = ['sync_totals', 'sync_transitions', 'sync_items'];
    const review = [
      'field_mappings',
      'discrepancies',
      'heard_events',
      'review_outbox',
      'submission_transitions',
      'submissions',
    ];
    for (const table of [...queue, ...review]) await runner.query(`DROP TABLE IF EXISTS \`${table}\``);
  }

  private async createQueue(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE IF NOT EXISTS \`sync_items\` (${TENANT}, ${SUBMISSION}, ${exact('formType', 64)}, ${ascii('studentId', 64)},
      ${ascii('submissionStatus', 16)}, ${ascii('syncStatus', 16)}, \`targetSystem\` varchar(64) NULL, \`lastError\` text NULL,
      \`blocked\` tinyint NOT NULL, \`attempts\` int unsigned NOT NULL, \`queuedAt\` datetime(3) NULL, \`lastTransitionAt\` datetime(3) NULL,
      \`createdAt\` datetime(3) NOT NULL, \`updatedAt\` datetime(3) NOT NULL,
      PRIMARY KEY (\`tenantId\`, \`submissionId\`),
      KEY \`ix_sync_items_updated\` (\`tenantId\`, \`updatedAt\`, \`submissionId\`),
      KEY \`ix_sync_items_status\` (\`tenantId\`, \`syncStatus\`, \`updatedAt\`, \`submissionId\`)) ${ENGINE}`);
    await runner.query(`CREATE TABLE IF NOT EXISTS \`sync_transitions\` (${GENERATED_ID}, ${TENANT}, ${SUBMISSION},
      ${ascii('from', 16)}, ${ascii('to', 16)}, ${ascii('cause', 32)}, \`targetSystem\` varchar(64) NULL, \`lastError\` text NULL,
      \`actor\` varchar(128) NOT NULL, ${ascii('requestId', 128)}, \`at\` datetime(3) NOT NULL,
      PRIMARY KEY (\`id\`), KEY \`ix_sync_transitions\` (\`tenantId\`, \`submissionId\`, \`id\`)) ${ENGINE}`);
    await runner.query(`CREATE TABLE IF NOT EXISTS \`sync_totals\` (${TENANT}, ${ascii('syncStatus', 16)}, \`part\` tinyint unsigned NOT NULL,
      \`count\` bigint NOT NULL, PRIMARY KEY (\`tenantId\`, \`syncStatus\`, \`part\`)) ${ENGINE}`);
  }
}
