import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES: readonly (readonly [table: string, index: string, columns: string])[] = [
  ['identity_conflicts', 'ix_identity_conflicts_user', '`tenantId`, `userId`'],
  ['identity_conflicts', 'ix_identity_conflicts_owner', '`tenantId`, `ownerId`'],
  ['identity_conflicts', 'ix_identity_conflicts_new_user', '`tenantId`, `newUserId`'],
  ['identity_conflicts', 'ix_identity_conflicts_subject', '`tenantId`, `subject`'],
  ['submission_transitions', 'ix_submission_transitions_actor', '`tenantId`, `actorId`'],
  ['scim_group_members', 'ix_scim_group_members_person', '`tenantId`, `userId`'],
  ['alert_messages', 'ix_alert_messages_recipient', '`tenantId`, `recipient`'],
];

/** Finds what is stored about one person without reading the rows of the university. */
export class FindDataOfPeople1795190496902 implements MigrationInterface {
  name = 'FindDataOfPeople1795190496902';

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, index, columns] of INDEXES)
      if (!(await this.exists(runner, table, index)))
        await runner.query(
          `ALTER TABLE \`${table}\` ADD KEY \`${index}\` (${columns}), ALGORITHM=INPLACE, LOCK=NONE`,
        );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, index] of INDEXES)
      if (await this.exists(runner, table, index))
        await runner.query(`ALTER TABLE \`${table}\` DROP KEY \`${index}\`, ALGORITHM=INPLACE, LOCK=NONE`);
  }

  private async exists(runner: QueryRunner, table: string, index: string): Promise<boolean> {
    const found: unknown = await runner.query(`SHOW INDEX FROM \`${table}\` WHERE Key_name = ?`, [index]);
    return Array.isArray(found) && found.length > 0;
  }
}
