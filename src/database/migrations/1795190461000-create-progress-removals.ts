import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the export says of people whose record is gone. */
export class CreateProgressRemovals1795190461000 implements MigrationInterface {
  name = 'CreateProgressRemovals1795190461000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE IF NOT EXISTS \`progress_removals\` (
      \`tenantId\` char(14) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      \`studentId\` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      \`entry\` varchar(1000) NOT NULL,
      \`changedAt\` bigint unsigned NOT NULL,
      PRIMARY KEY (\`tenantId\`, \`studentId\`)) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci`);
    // The table has ended TypeORM's transaction; stamps must be committed together with what they number.
    await runner.query('START TRANSACTION');
    await this.addFormerStudents(runner);
    await runner.query('COMMIT');
  }

  /** Without the places, the release before this one would show a person who is a Student again twice. */
  async down(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasTable('progress_removals'))) return;
    await runner.query(`DELETE c FROM \`progress_changes\` c JOIN \`progress_removals\` r
      ON r.\`tenantId\` = c.\`tenantId\` AND r.\`studentId\` = c.\`studentId\` AND r.\`changedAt\` = c.\`stamp\``);
    await runner.query('DROP TABLE `progress_removals`');
  }

  /** An ID that begins with 950 was given to a Student. People with a 951 ID who were Students for a while are not known here. */
  private async addFormerStudents(runner: QueryRunner): Promise<void> {
    await runner.query(`INSERT IGNORE INTO \`progress_removals\` (\`tenantId\`, \`studentId\`, \`entry\`, \`changedAt\`)
      SELECT \`tenantId\`, \`id\`,
        CONCAT('"studentId":"', CONVERT(\`id\` USING utf8mb4) COLLATE utf8mb4_bin, '","legacyNumber":',
          COALESCE(JSON_QUOTE(\`legacyNumber\`) COLLATE utf8mb4_bin, 'null'), ',"removed":true'), 0
      FROM \`users\` WHERE \`id\` LIKE '950%' AND \`accountType\` <> 'Student'`);
    await runner.query(
      `INSERT INTO \`progress_stamps\` (\`tenantId\`, \`last\`)
        SELECT DISTINCT r.\`tenantId\`, ? FROM \`progress_removals\` r WHERE r.\`changedAt\` = 0
        ON DUPLICATE KEY UPDATE \`last\` = GREATEST(VALUES(\`last\`), \`progress_stamps\`.\`last\` + 1)`,
      [Date.now()],
    );
    await runner.query(`UPDATE \`progress_removals\` r JOIN \`progress_stamps\` s ON s.\`tenantId\` = r.\`tenantId\`
      SET r.\`changedAt\` = s.\`last\` WHERE r.\`changedAt\` = 0`);
    await runner.query(`INSERT IGNORE INTO \`progress_changes\` (\`tenantId\`, \`stamp\`, \`studentId\`)
      SELECT \`tenantId\`, \`changedAt\`, \`studentId\` FROM \`progress_removals\``);
  }
}
