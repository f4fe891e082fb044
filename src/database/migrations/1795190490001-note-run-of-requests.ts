import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEX = 'ix_request_log_run';

/** The run that a request named. Requests that were logged before have none. */
export class NoteRunOfRequests1795190490001 implements MigrationInterface {
  name = 'NoteRunOfRequests1795190490001';

  async up(runner: QueryRunner): Promise<void> {
    if (!(await this.hasColumn(runner)))
      await runner.query(`ALTER TABLE \`request_log\`
        ADD COLUMN \`run\` varchar(100) CHARACTER SET ascii COLLATE ascii_bin NULL`);
    if (!(await this.hasIndex(runner)))
      await runner.query(`ALTER TABLE \`request_log\` ADD KEY \`${INDEX}\` (\`tenantId\`, \`run\`, \`at\`),
        ALGORITHM=INPLACE, LOCK=NONE`);
  }

  async down(runner: QueryRunner): Promise<void> {
    if (await this.hasIndex(runner))
      await runner.query(`ALTER TABLE \`request_log\` DROP KEY \`${INDEX}\`, ALGORITHM=INPLACE, LOCK=NONE`);
    if (await this.hasColumn(runner)) await runner.query('ALTER TABLE `request_log` DROP COLUMN `run`');
  }

  private async hasColumn(runner: QueryRunner): Promise<boolean> {
    const found: unknown = await runner.query("SHOW COLUMNS FROM `request_log` LIKE 'run'");
    return Array.isArray(found) && found.length > 0;
  }

  private async hasIndex(runner: QueryRunner): Promise<boolean> {
    const found: unknown = await runner.query('SHOW INDEX FROM `request_log` WHERE Key_name = ?', [INDEX]);
    return Array.isArray(found) && found.length > 0;
  }
}
