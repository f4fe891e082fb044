import type { MigrationInterface, QueryRunner } from 'typeorm';

/** As `groupKeyOf` works it out. */
const GROUP_KEY = `LEFT(SHA2(CONCAT(SHA2(\`s\`.\`formType\`, 256), SHA2(\`d\`.\`field\`, 256),
  SHA2(\`d\`.\`submitted\`, 256), IFNULL(SHA2(\`d\`.\`recorded\`, 256), '')), 256), 32)`;

/**
 * Discrepancies by form, field and pair of values, and what a decision changed in the record. A version that does not know these columns leaves them empty: its discrepancies are in no group until
 * they are compared again.
 */
export class GroupDiscrepancies1795190496200 implements MigrationInterface {
  name = 'GroupDiscrepancies1795190496200';

  async up(runner: QueryRunner): Promise<void> {
    // In one statement: an index that is missing after a half-done migration would stay missing.
    if (!(await exists(runner)))
      await runner.query(`ALTER TABLE \`discrepancies\`
        ADD COLUMN \`formType\` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
        ADD COLUMN \`groupKey\` char(32) CHARACTER SET ascii COLLATE ascii_bin NULL,
        ADD COLUMN \`effect\` json NULL,
        ADD KEY \`ix_discrepancies_group\`
          (\`tenantId\`, \`resolution\`, \`groupKey\`, \`id\`, \`submissionId\`, \`formType\`, \`field\`)`);
    await runner.query(`UPDATE \`discrepancies\` \`d\` JOIN \`submissions\` \`s\`
        ON \`s\`.\`tenantId\` = \`d\`.\`tenantId\` AND \`s\`.\`submissionId\` = \`d\`.\`submissionId\`
      SET \`d\`.\`formType\` = \`s\`.\`formType\`, \`d\`.\`groupKey\` = ${GROUP_KEY}
      WHERE \`d\`.\`groupKey\` IS NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    if (!(await exists(runner))) return;
    await runner.query(`ALTER TABLE \`discrepancies\` DROP KEY \`ix_discrepancies_group\`,
      DROP COLUMN \`formType\`, DROP COLUMN \`groupKey\`, DROP COLUMN \`effect\``);
  }
}

async function exists(runner: QueryRunner): Promise<boolean> {
  const found: unknown = await runner.query("SHOW COLUMNS FROM `discrepancies` LIKE 'groupKey'");
  return Array.isArray(found) && found.length > 0;
}
