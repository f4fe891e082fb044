import type { MigrationInterface, QueryRunner } from 'typeorm';

const TENANT = '`tenantId` char(14) CHARACTER SET ascii COLLATE ascii_bin NOT NULL';
const STUDENT = '`studentId` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL';
const ENGINE = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci';

const EMPTY_PROGRESS = JSON.stringify({
  dissertation: { title: null, status: 'not_started', startedOn: null, defendedOn: null, versions: [] },
  milestones: [],
  pacing: {
    status: 'not_started',
    reasons: [],
    completed: 0,
    total: 0,
    nextMilestone: null,
    daysBehind: 0,
    asOf: '1970-01-01',
  },
  committee: { status: 'not_started', formedOn: null, missingRoles: [], members: [] },
}).slice(1, -1);

function ascii(name: string, length: number, nullable = false): string {
  return `\`${name}\` varchar(${length}) CHARACTER SET ascii COLLATE ascii_bin ${nullable ? 'NULL' : 'NOT NULL'}`;
}

export class CreateProgress1795190402000 implements MigrationInterface {
  name = 'CreateProgress1795190402000';

  async up(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn('tenants', 'settings')))
      await runner.query('ALTER TABLE `tenants` ADD COLUMN `settings` json NULL');
    await this.createParts(runner);
    await this.createExport(runner);
    await runner.query(`CREATE TABLE IF NOT EXISTS \`leases\` (
      ${ascii('name', 64)}, \`holder\` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL, \`until\` bigint unsigned NOT NULL,
      PRIMARY KEY (\`name\`)) ${ENGINE}`);
    await this.addStudents(runner);
  }

  /** Students of an earlier release get an empty record; the first sweep draws it properly. */
  private async addStudents(runner: QueryRunner): Promise<void> {
    const now = Date.now();
    const person = `CAST(JSON_OBJECT('studentId', \`id\`, 'legacyNumber', \`legacyNumber\`, 'email', \`email\`, 'firstName', \`firstName\`,
      'lastName', \`lastName\`, 'accountStatus', \`accountStatus\`, 'schoolProgram', \`schoolProgram\`, 'programId', \`programId\`,
      'degree', \`degree\`, 'monthOfEntry', \`monthOfEntry\`, 'yearOfEntry', \`yearOfEntry\`) AS CHAR)`;
    await runner.query(
      `INSERT IGNORE INTO \`progress_documents\` (\`tenantId\`, \`studentId\`, \`person\`, \`progress\`, \`changedAt\`, \`pacingStatus\`, \`reviewOn\`)
      SELECT \`tenantId\`, \`id\`, SUBSTRING(${person}, 2, CHAR_LENGTH(${person}) - 2), ?, ?, 'not_started', '1000-01-01'
      FROM \`users\` WHERE \`accountType\` = 'Student'`,
      [EMPTY_PROGRESS, now],
    );
    await runner.query(`INSERT IGNORE INTO \`progress_changes\` (\`tenantId\`, \`stamp\`, \`studentId\`)
      SELECT \`tenantId\`, \`changedAt\`, \`studentId\` FROM \`progress_documents\``);
    await runner.query(`INSERT IGNORE INTO \`progress_stamps\` (\`tenantId\`, \`last\`)
      SELECT \`tenantId\`, MAX(\`changedAt\`) FROM \`progress_documents\` GROUP BY \`tenantId\``);
  }

  async down(runner: QueryRunner): Promise<void> {
    const tables = [
      'leases',
      'progress_stamps',
      'progress_changes',
      'progress_documents',
      'milestone_templates',
    ];
    const parts = ['committee_members', 'committees', 'milestones', 'dissertation_versions', 'dissertations'];
    for (const table of [...tables, ...parts]) await runner.query(`DROP TABLE IF EXISTS \`${table}\``);
    if (await runner.hasColumn('tenants', 'settings'))
      await runner.query('ALTER TABLE `tenants` DROP COLUMN `settings`');
  }

  private async createParts(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE IF NOT EXISTS \`dissertations\` (${TENANT}, ${STUDENT},
      \`title\` varchar(1000) NOT NULL, ${ascii('status', 16)}, \`startedOn\` date NULL, \`defendedOn\` date NULL,
      PRIMARY KEY (\`tenantId\`, \`studentId\`)) ${ENGINE}`);
    await runner.query(`CREATE TABLE IF NOT EXISTS \`dissertation_versions\` (${TENANT}, ${STUDENT}, \`number\` int unsigned NOT NULL,
      \`title\` varchar(1000) NULL, ${ascii('stage', 32)}, ${ascii('status', 32)},
      \`submittedAt\` datetime(3) NULL, \`decidedAt\` datetime(3) NULL,
      PRIMARY KEY (\`tenantId\`, \`studentId\`, \`number\`)) ${ENGINE}`);
    await runner.query(`CREATE TABLE IF NOT EXISTS \`milestones\` (${TENANT}, ${STUDENT}, ${ascii('code', 64)},
      \`name\` varchar(255) NOT NULL, \`sequence\` int unsigned NOT NULL, \`required\` tinyint NOT NULL,
      ${ascii('status', 16)}, ${ascii('result', 32, true)}, \`dueOn\` date NULL, \`completedOn\` date NULL,
      PRIMARY KEY (\`tenantId\`, \`studentId\`, \`code\`)) ${ENGINE}`);
    await runner.query(`CREATE TABLE IF NOT EXISTS \`committees\` (${TENANT}, ${STUDENT}, ${ascii('status', 32, true)},
      \`formedOn\` date NULL, PRIMARY KEY (\`tenantId\`, \`studentId\`)) ${ENGINE}`);
    await runner.query(`CREATE TABLE IF NOT EXISTS \`committee_members\` (${TENANT}, ${STUDENT}, ${ascii('facultyId', 64)},
      \`position\` smallint unsigned NOT NULL, ${ascii('role', 64)}, ${ascii('status', 16)},
      PRIMARY KEY (\`tenantId\`, \`studentId\`, \`facultyId\`),
      KEY \`ix_committee_members_faculty\` (\`tenantId\`, \`facultyId\`)) ${ENGINE}`);
    await runner.query(`CREATE TABLE IF NOT EXISTS \`milestone_templates\` (${TENANT},
      \`programId\` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL, ${ascii('code', 64)},
      \`name\` varchar(255) NOT NULL, \`sequence\` int unsigned NOT NULL, \`required\` tinyint NOT NULL,
      PRIMARY KEY (\`tenantId\`, \`programId\`, \`code\`)) ${ENGINE}`);
  }

  private async createExport(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE IF NOT EXISTS \`progress_documents\` (${TENANT}, ${STUDENT},
      \`person\` mediumtext NOT NULL, \`progress\` mediumtext NOT NULL, \`changedAt\` bigint unsigned NOT NULL,
      ${ascii('pacingStatus', 16)}, \`reviewOn\` date NULL,
      PRIMARY KEY (\`tenantId\`, \`studentId\`),
      KEY \`ix_progress_documents_review\` (\`tenantId\`, \`reviewOn\`),
      KEY \`ix_progress_documents_pacing\` (\`tenantId\`, \`pacingStatus\`, \`studentId\`)) ${ENGINE}`);
    await runner.query(`CREATE TABLE IF NOT EXISTS \`progress_changes\` (${TENANT}, \`stamp\` bigint unsigned NOT NULL, ${STUDENT},
      \`supersededBy\` bigint unsigned NULL,
      PRIMARY KEY (\`tenantId\`, \`stamp\`, \`studentId\`),
      KEY \`ix_progress_changes_student\` (\`tenantId\`, \`studentId\`),
      KEY \`ix_progress_changes_superseded\` (\`supersededBy\`)) ${ENGINE}`);
    await runner.query(`CREATE TABLE IF NOT EXISTS \`progress_stamps\` (${TENANT}, \`last\` bigint unsigned NOT NULL,
      PRIMARY KEY (\`tenantId\`)) ${ENGINE}`);
  }
}
