import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far into its millisecond a submission was changed, so that events of one millisecond keep their order. */
export class NoteNanosecondsOfSubmissions1795190497400 implements MigrationInterface {
  name = 'NoteNanosecondsOfSubmissions1795190497400';

  async up(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn('submissions', 'updatedNanos')))
      await runner.query(
        'ALTER TABLE `submissions` ADD COLUMN `updatedNanos` int unsigned NOT NULL DEFAULT 0',
      );
  }

  async down(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('submissions', 'updatedNanos'))
      await runner.query('ALTER TABLE `submissions` DROP COLUMN `updatedNanos`');
  }
}
