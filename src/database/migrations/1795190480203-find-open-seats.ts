import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which students have an open seat: an accepted member of their committee is inactive. */
export class FindOpenSeats1795190480203 implements MigrationInterface {
  name = 'FindOpenSeats1795190480203';

  async up(runner: QueryRunner): Promise<void> {
    if (await exists(runner)) return;
    // In one statement: an index that is missing after a half-done migration would stay missing.
    await runner.query(`ALTER TABLE \`progress_documents\`
      ADD COLUMN \`hasOpenSeats\` tinyint NOT NULL DEFAULT 0,
      ADD KEY \`ix_progress_documents_seats\` (\`tenantId\`, \`hasOpenSeats\`, \`studentId\`, \`programId\`)`);
    await runner.query(`UPDATE \`progress_documents\` \`d\` JOIN (
        SELECT DISTINCT \`m\`.\`tenantId\`, \`m\`.\`studentId\` FROM \`committee_members\` \`m\`
        JOIN \`users\` \`u\` ON \`u\`.\`tenantId\` = \`m\`.\`tenantId\` AND \`u\`.\`id\` = \`m\`.\`facultyId\`
        LEFT JOIN \`committees\` \`c\`
          ON \`c\`.\`tenantId\` = \`m\`.\`tenantId\` AND \`c\`.\`studentId\` = \`m\`.\`studentId\`
        WHERE \`m\`.\`status\` = 'accepted' AND \`u\`.\`accountStatus\` = 'inactive'
          AND (\`c\`.\`status\` IS NULL OR \`c\`.\`status\` <> 'dissolved')) \`s\`
        ON \`s\`.\`tenantId\` = \`d\`.\`tenantId\` AND \`s\`.\`studentId\` = \`d\`.\`studentId\`
      SET \`d\`.\`hasOpenSeats\` = 1`);
  }

  async down(runner: QueryRunner): Promise<void> {
    if (!(await exists(runner))) return;
    await runner.query(`ALTER TABLE \`progress_documents\` DROP KEY \`ix_progress_documents_seats\`,
      DROP COLUMN \`hasOpenSeats\``);
  }
}

async function exists(runner: QueryRunner): Promise<boolean> {
  const found: unknown = await runner.query("SHOW COLUMNS FROM `progress_documents` LIKE 'hasOpenSeats'");
  return Array.isArray(found) && found.length > 0;
}
