import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far into its millisecond a submission moved: the submission's own time is also that of changes of its fields. */
export class NoteNanosecondsOfMoves1795190497900 implements MigrationInterface {
  name = 'NoteNanosecondsOfMoves1795190497900';

  async up(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn('submission_transitions', 'atNanos')))
      await runner.query(
        'ALTER TABLE `submission_transitions` ADD COLUMN `atNanos` int unsigned NOT NULL DEFAULT 0',
      );
  }

  async down(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('submission_transitions', 'atNanos'))
      await runner.query('ALTER TABLE `submission_transitions` DROP COLUMN `atNanos`');
  }
}
