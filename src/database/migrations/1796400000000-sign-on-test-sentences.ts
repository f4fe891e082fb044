import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why a test of single sign-on failed, with its sentences kept, so that it can be written in other languages. */
export class SignOnTestSentences1796400000000 implements MigrationInterface {
  name = 'SignOnTestSentences1796400000000';

  /** A statement that is done may come again: the migration may have been ended before it was noted as done. */
  async up(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn('sign_on_drafts', 'testSentences')))
      await runner.query('ALTER TABLE `sign_on_drafts` ADD COLUMN `testSentences` json NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('sign_on_drafts', 'testSentences'))
      await runner.query('ALTER TABLE `sign_on_drafts` DROP COLUMN `testSentences`');
  }
}
