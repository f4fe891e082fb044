import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEX = 'ix_review_outbox_submission';

/** What waits of one submission is found without the rest of a backlog. */
export class IndexOutboxBySubmission1795190465000 implements MigrationInterface {
  name = 'IndexOutboxBySubmission1795190465000';

  async up(runner: QueryRunner): Promise<void> {
    if (await this.exists(runner)) return;
    // After an outage the backlog is long: reviews must not wait, so that the server refuses rather than lock.
    await runner.query(
      `ALTER TABLE \`review_outbox\` ADD KEY \`${INDEX}\` (\`tenantId\`, \`submissionId\`), ` +
        'ALGORITHM=INPLACE, LOCK=NONE',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    if (await this.exists(runner))
      await runner.query(`ALTER TABLE \`review_outbox\` DROP KEY \`${INDEX}\`, ALGORITHM=INPLACE, LOCK=NONE`);
  }

  private async exists(runner: QueryRunner): Promise<boolean> {
    const found: unknown = await runner.query('SHOW INDEX FROM `review_outbox` WHERE Key_name = ?', [INDEX]);
    return Array.isArray(found) && found.length > 0;
  }
}
