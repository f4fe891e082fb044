import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEX = 'ix_failed_rows_external_id';

/** An erasure finds refused rows by the number that was sent, also those that were matched to another person. */
export class FindFailedRowsByNumber1795190497500 implements MigrationInterface {
  name = 'FindFailedRowsByNumber1795190497500';

  async up(runner: QueryRunner): Promise<void> {
    if (await exists(runner)) return;
    await runner.query(
      `ALTER TABLE \`failed_rows\` ADD KEY \`${INDEX}\` (\`tenantId\`, \`externalId\`), ALGORITHM=INPLACE, LOCK=NONE`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    if (await exists(runner))
      await runner.query(`ALTER TABLE \`failed_rows\` DROP KEY \`${INDEX}\`, ALGORITHM=INPLACE, LOCK=NONE`);
  }
}

async function exists(runner: QueryRunner): Promise<boolean> {
  const found: unknown = await runner.query('SHOW INDEX FROM `failed_rows` WHERE Key_name = ?', [INDEX]);
  return Array.isArray(found) && found.length > 0;
}
