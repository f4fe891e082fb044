import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEX = 'ix_sync_items_replay';

/** The items that a replay of many is about, in its order, with all that it filters by. */
export class IndexItemsToReplay1795190466002 implements MigrationInterface {
  name = 'IndexItemsToReplay1795190466002';

  async up(runner: QueryRunner): Promise<void> {
    if (await this.exists(runner)) return;
    await runner.query(`ALTER TABLE \`sync_items\` ADD KEY \`${INDEX}\` (\`tenantId\`, \`syncStatus\`,
      \`lastTransitionAt\`, \`submissionId\`, \`target\`, \`targetSystem\`, \`formType\`), ALGORITHM=INPLACE, LOCK=NONE`);
  }

  async down(runner: QueryRunner): Promise<void> {
    if (await this.exists(runner))
      await runner.query(`ALTER TABLE \`sync_items\` DROP KEY \`${INDEX}\`, ALGORITHM=INPLACE, LOCK=NONE`);
  }

  private async exists(runner: QueryRunner): Promise<boolean> {
    const found: unknown = await runner.query('SHOW INDEX FROM `sync_items` WHERE Key_name = ?', [INDEX]);
    return Array.isArray(found) && found.length > 0;
  }
}
