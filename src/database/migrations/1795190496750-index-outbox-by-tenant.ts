import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEX = 'ix_review_outbox_tenant';

/** What waits of universities is counted from the index alone, without that of sandboxes. */
export class IndexOutboxByTenant1795190496750 implements MigrationInterface {
  name = 'IndexOutboxByTenant1795190496750';

  async up(runner: QueryRunner): Promise<void> {
    if (await this.exists(runner)) return;
    // After an outage the backlog is long: reviews must not wait, so that the server refuses rather than lock.
    await runner.query(
      `ALTER TABLE \`review_outbox\` ADD KEY \`${INDEX}\` (\`parkedAt\`, \`tenantId\`), ` +
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
