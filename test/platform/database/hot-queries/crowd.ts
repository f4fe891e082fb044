import type { DataSource, EntityMetadata } from 'typeorm';

/** Students of each tenant. */
const STUDENTS = 4_000;
/** The number of rows of all other large tables. */
const SOME = 2_000;
/** IDs that have not been assigned yet. */
const STUDENT = "CONCAT('9501', LPAD(n, 5, '0'))";
const FORMER_STUDENT = "CONCAT('9502', LPAD(n, 5, '0'))";
const PROFESSOR = "CONCAT('9511', LPAD(n % 500, 5, '0'))";
/** Professors who have left, and the students whose committee they are in. */
const IS_GONE = 'n % 50 = 3';
const SUBMISSION = "CONCAT('crowd-', LPAD(n, 5, '0'))";
/** Items that a connector has claimed. Their review events are dead-lettered, so that no delivery ends a lease. */
const LEASED = 'n % 40 = 2';
/** As `syncStatus` of the items says. */
const FAILED = 'n % 4 = 3';
const CLAIM = "CONCAT('claim-', t.`submissionId`)";
const TOKEN = 'UNHEX(SHA2(CONCAT(t.`id`, n), 256))';
/** Spread over the last eighty days. */
const LONG_AGO = 'UTC_TIMESTAMP(3) - INTERVAL (n % 1900) HOUR - INTERVAL n SECOND';
const LONG_AGO_MS = '1780000000000';
const JUST_NOW = 'UTC_TIMESTAMP(3) - INTERVAL n SECOND';
const FAMILY = "CONCAT(ELT(1 + n % 6, 'Lee', 'Cruz', 'Müller', 'Okafor', 'Singh', 'de la Cruz'), ' ', n)";
const GIVEN = "ELT(1 + n % 4, 'Ann', 'Bo', 'Chidi', 'Dina')";
const PROGRAM = "CONCAT('P-', n % 100)";

/** Rows of a table: so many for each row of `of`, with its columns where no other value is given. */
interface Fill {
  readonly table: string;
  readonly of: string;
  readonly count: number;
  readonly values: Readonly<Record<string, string>>;
}

/** Tenants with some of the rare rows: administrators, and theirs. */
const ONE_OF_MANY = "CONCAT(LEFT(t.`id`, 8), LPAD(n % 200, 6, '0'))";
const ITS_USER = "CONCAT('951', LPAD(n, 6, '0'))";

const OF_STUDENT = "`studentId` = '950000001'";
const OF_SUBMISSION = "`submissionId` = 'sub-1'";
const PER_TENANT = 'tenants';

function copies(table: string, condition: string, count: number, values: Fill['values']): Fill {
  return { table, of: `(SELECT * FROM \`${table}\` WHERE ${condition})`, count, values };
}

/** A row for each item of the queue that was copied before. */
function ofItems(table: string, condition: string, values: Fill['values']): Fill {
  const of = `(SELECT * FROM \`sync_items\` WHERE \`submissionId\` LIKE 'crowd-%' AND ${condition})`;
  return { table, of, count: 1, values };
}

/** Columns that mean the same in each table. */
const COMMON: Fill['values'] = {
  tenantId: 't.`id`',
  userId: STUDENT,
  actor: "'terminal'",
  requestId: "CONCAT('r-', n)",
};

/** Rows for each tenant of which there is none to copy; a column without a value has a usual one of its type. */
function fresh(table: string, count: number, values: Fill['values'] = {}): Fill {
  return { table, of: PER_TENANT, count, values: { ...COMMON, ...values } };
}

function ofAdministrators(table: string, values: Fill['values'] = {}): Fill {
  return fresh(table, SOME, { tenantId: ONE_OF_MANY, userId: ITS_USER, ...values });
}

const person = { firstName: GIVEN, lastName: FAMILY, programId: PROGRAM };

function addressed(email: string): Fill['values'] {
  return { email, emailKey: email };
}

const FILLS: readonly Fill[] = [
  copies('users', "`id` = '950000001'", STUDENTS, {
    ...person,
    id: STUDENT,
    changedAt: 't.`changedAt` - n',
    legacyNumber: "CONCAT('C-', n)",
    ...addressed("CONCAT('c.', n, '@test.example.edu')"),
    accountStatus: "IF(n % 20 = 0, 'inactive', 'active')",
  }),
  copies('users', "`id` = '951000001'", 500, {
    ...person,
    id: PROFESSOR,
    legacyNumber: "CONCAT('F-', n)",
    ...addressed("CONCAT('f.', n, '@test.example.edu')"),
    accountStatus: `IF(${IS_GONE}, 'inactive', 'active')`,
  }),
  fresh('programs', 200, { programId: "CONCAT('P-', n)", name: "CONCAT('Program ', n)" }),
  copies('milestone_templates', "`programId` = 'P-T'", 200, { programId: "CONCAT('P-', n)" }),
  ...['dissertations', 'dissertation_versions', 'milestones', 'committees'].map((table) =>
    copies(table, OF_STUDENT, STUDENTS, { studentId: STUDENT }),
  ),
  copies('committee_members', OF_STUDENT, STUDENTS, { studentId: STUDENT, facultyId: PROFESSOR }),
  copies('progress_documents', OF_STUDENT, STUDENTS, {
    studentId: STUDENT,
    changedAt: 't.`changedAt` - n',
    columnsAt: 't.`changedAt` - n',
    programId: PROGRAM,
    pacingStatus: "ELT(1 + n % 5, 'on_track', 'behind', 'at_risk', 'ahead', 'completed')",
    sortName: `CONCAT(${FAMILY}, ', ', ${GIVEN})`,
    // A few of them are due.
    reviewOn: `CURRENT_DATE + INTERVAL (n - 100) DAY`,
    hasOpenSeats: IS_GONE,
    firstDueOn: 'CURRENT_DATE + INTERVAL (n - 2000) DAY',
    nextMilestone: "IF(n % 3 = 0, 'candidacy', 'committee_formed')",
    nextDueOn: 'IF(n % 7 = 0, NULL, CURRENT_DATE + INTERVAL (n - 1000) DAY)',
    chairId: PROFESSOR,
    entry: "CONCAT(2018 + n % 8, IF(n % 2 = 0, '-09', ''))",
  }),
  copies('progress_changes', `${OF_STUDENT} AND \`supersededBy\` IS NULL`, STUDENTS, {
    studentId: STUDENT,
    stamp: 't.`stamp` - n',
  }),
  copies('progress_changes', `${OF_STUDENT} AND \`supersededBy\` IS NULL`, SOME, {
    studentId: FORMER_STUDENT,
    stamp: 't.`stamp` - 2 * n',
  }),
  {
    table: 'progress_removals',
    count: 1,
    of: "(SELECT * FROM `progress_changes` WHERE `studentId` LIKE '9502%')",
    values: { entry: `CONCAT('"studentId":"', t.\`studentId\`, '"')`, changedAt: 't.`stamp`' },
  },
  copies('submissions', OF_SUBMISSION, STUDENTS, { studentId: STUDENT, submissionId: SUBMISSION }),
  copies('submission_transitions', `${OF_SUBMISSION} AND \`to\` = 'approved'`, STUDENTS, {
    submissionId: SUBMISSION,
  }),
  copies('sync_items', OF_SUBMISSION, STUDENTS, {
    studentId: STUDENT,
    submissionId: SUBMISSION,
    updatedAt: LONG_AGO,
    syncStatus: `IF(${LEASED}, 'processing', ELT(1 + n % 4, 'queued', 'queued', 'sent', 'failed'))`,
    targetSystem: "'SIS'",
    blocked: `${FAILED} AND n % 10 = 7`,
    errorGroup: `IF(${FAILED} AND n % 10 <> 7, 'group-7', NULL)`,
    lastTransitionAt: LONG_AGO,
  }),
  // Items on their way, each of a student of its own; some are with a connector.
  ofItems('sync_open_items', "`syncStatus` IN ('queued', 'processing')", {
    targetSystem: "'SIS'",
    queuedAt: 't.`updatedAt`',
    eligibility: "IF(t.`syncStatus` = 'processing', 'processing', 'ready')",
    notBefore: 'NULL',
    claimId: `IF(t.\`syncStatus\` = 'processing', ${CLAIM}, NULL)`,
    leaseUntil: "IF(t.`syncStatus` = 'processing', UTC_TIMESTAMP(3) + INTERVAL 1 DAY, NULL)",
    attemptsBefore: '0',
  }),
  ofItems('sync_groups', 'TRUE', { targetSystem: "'SIS'" }),
  ofItems('sync_claims', 'TRUE', {
    claimId: CLAIM,
    targetSystem: "'SIS'",
    apiKey: "'k'",
    idempotencyKey: 't.`submissionId`',
    attempt: '1',
    contentHash: "''",
    claimedAt: 'UTC_TIMESTAMP(3)',
    leaseUntil: 'UTC_TIMESTAMP(3) + INTERVAL 1 DAY',
    endedAt: "IF(t.`syncStatus` = 'processing', NULL, UTC_TIMESTAMP(3))",
    outcome: "IF(t.`syncStatus` = 'processing', NULL, 'sent')",
  }),
  fresh('sync_claim_keys', SOME, { idempotencyKey: SUBMISSION, createdAt: JUST_NOW }),
  // Error groups, and two connectors that were at work all day.
  fresh('sync_counters', 400, {
    kind: "'failed'",
    targetSystem: "'SIS'",
    name: "CONCAT('group-', n)",
    period: '0',
    part: '0',
  }),
  fresh('sync_counters', 2 * 4 * 144, {
    kind: "'claimed'",
    targetSystem: "'SIS'",
    name: "CONCAT('key-', n DIV 576)",
    period: '1 + n % 144',
    part: '(n DIV 144) % 4',
    firstAt: JUST_NOW,
    lastAt: JUST_NOW,
  }),
  copies('sync_transitions', OF_SUBMISSION, STUDENTS, { submissionId: SUBMISSION }),
  copies('discrepancies', OF_SUBMISSION, STUDENTS, {
    submissionId: SUBMISSION,
    createdAt: LONG_AGO,
    resolution: "IF(n % 3 = 0, NULL, 'dismiss')",
    // MySQL 9.7 has no MD5.
    groupKey: "LEFT(SHA2(CONCAT('group-', n % 40), 256), 32)",
  }),
  // A backlog: some events wait for their next attempt, some for an operator.
  fresh('review_outbox', SOME, {
    eventId: "CONCAT('crowd-', n)",
    submissionId: SUBMISSION,
    nextAttemptAt: 'UTC_TIMESTAMP(3) + INTERVAL 1 DAY',
    deadLetteredAt: 'IF(n % 2 = 0, UTC_TIMESTAMP(3), NULL)',
  }),
  fresh('received_events', SOME, { eventId: "CONCAT('crowd-', n)", at: JUST_NOW }),
  fresh('audit_events', STUDENTS, {
    target: `CONCAT('user:', ${STUDENT})`,
    action: "ELT(1 + n % 2, 'user.status-changed', 'login')",
    run: "CONCAT('night-', n % 3)",
    act: "IF(n % 2 = 0, CONCAT('crowd-', n DIV 8), NULL)",
    people:
      "IF(n % 4 = 0, JSON_ARRAY(JSON_OBJECT('fields', JSON_ARRAY('address'), 'box', SHA2(n, 256))), NULL)",
    position: '1000000 + n',
    hash: 'SHA2(n, 256)',
    hashedId: 'n',
  }),
  fresh('audit_boxes', STUDENTS, { digest: 'SHA2(n, 256)' }),
  fresh('audit_person_keys', STUDENTS),
  fresh('user_places', STUDENTS, { supersededBy: `${LONG_AGO_MS} + n`, stamp: `${LONG_AGO_MS} - n` }),
  fresh('user_removals', SOME, { stamp: `${LONG_AGO_MS} + n` }),
  fresh('change_events', STUDENTS, {
    stamp: `CAST(UNIX_TIMESTAMP(${LONG_AGO}) * 1000 AS UNSIGNED)`,
    scope: "'users'",
    events: `CONCAT('[["user.updated.v1",{"changed":["degree"]},["', ${STUDENT}, '"]]]')`,
  }),
  // At the end of the feed, as most readers are.
  fresh('feed_readers', 20, {
    apiKey: "CONCAT('ik_', LPAD(n, 26, '0'))",
    scopes: "'users'",
    lastReadAt: JUST_NOW,
    dailySince: LONG_AGO,
    stamp: 'CAST(UNIX_TIMESTAMP() * 1000 AS UNSIGNED)',
  }),
  fresh('user_changes', STUDENTS, {
    run: "CONCAT('night-', n % 3)",
    kind: "IF(n % 2 = 0, 'inserted', 'updated')",
    fields: `IF(n % 2 = 0, NULL, '[{"field":"degree","before":null,"after":"MA"}]')`,
  }),
  // A few of them are open.
  copies('held_requests', "`run` = 'copied'", STUDENTS, {
    id: "CONCAT('hd_', LPAD(n, 26, '0'))",
    userId: STUDENT,
    requestedAt: LONG_AGO,
    openUserId: `IF(n % 10 = 0, ${STUDENT}, NULL)`,
    status: "IF(n % 10 = 0, 'held', 'rejected')",
    run: "CONCAT('nightly-', n % 50)",
  }),
  // A few of them are open.
  copies('identity_conflicts', "`kind` = 'email_taken'", STUDENTS, {
    id: "CONCAT('cf_', LPAD(n, 26, '0'))",
    subject: STUDENT,
    userId: STUDENT,
    firstAt: LONG_AGO,
    lastAt: LONG_AGO,
    status: "IF(n % 10 = 0, 'open', 'decided')",
    kind: "ELT(1 + n % 2, 'email_taken', 'possible_reassignment')",
  }),
  fresh('match_decisions', STUDENTS, { conflictId: "CONCAT('cf_', LPAD(n, 26, '0'))", subject: STUDENT }),
  fresh('alert_settings', 1),
  fresh('alert_checks', 1),
  fresh('alert_webhooks', 4, { id: "CONCAT('aw_', LPAD(n, 26, '0'))", kind: "'slack'" }),
  // Incidents are rare; a few of them are open.
  fresh('alert_incidents', 200, {
    id: "CONCAT('al_', LPAD(n, 26, '0'))",
    kind: "'key_expiring'",
    subject: "CONCAT('key-', n)",
    openKey: "IF(n % 50 = 0, CONCAT('key_expiring:key-', n), NULL)",
    endedAt: 'IF(n % 50 = 0, NULL, UTC_TIMESTAMP(3))',
    endedBy: "IF(n % 50 = 0, NULL, 'over')",
  }),
  fresh('alert_messages', 200, {
    incidentId: "CONCAT('al_', LPAD(n, 26, '0'))",
    phase: "'opened'",
    way: "'mail'",
    status: "'sent'",
    sentAt: LONG_AGO,
  }),
  copies('scim_links', "`userId` = '950000001'", STUDENTS, {
    userId: STUDENT,
    userName: "CONCAT('c.', n)",
    userNameKey: "CONCAT('c.', n)",
    externalId: "CONCAT('x-', n)",
    updatedAt: LONG_AGO,
  }),
  copies('scim_groups', "`displayNameKey` = 'tutors'", SOME, {
    id: "CONCAT('gr_', LPAD(n, 26, '0'))",
    displayName: "CONCAT('Group ', n)",
    displayNameKey: "CONCAT('group ', n)",
    externalId: "CONCAT('g-', n)",
  }),
  copies('scim_group_members', "`userId` = '950000001'", STUDENTS, {
    groupId: "CONCAT('gr_', LPAD(1 + n % 500, 26, '0'))",
    userId: STUDENT,
  }),
  fresh('deprovisioning_windows', SOME, { run: "CONCAT('nightly-', n)" }),
  fresh('provisioning_days', SOME, { day: 'CURRENT_DATE - INTERVAL (n + 2) DAY' }),
  fresh('runs', SOME, { name: "CONCAT('night-', n)", lastCallAt: JUST_NOW }),
  fresh('run_series', 200, {
    series: "CONCAT('night-#', n)",
    at: JUST_NOW,
    days: '9',
    run: "CONCAT('night-', n)",
  }),
  fresh('run_undos', SOME, { run: "CONCAT('night-', n)" }),
  fresh('run_actors', SOME, { name: "CONCAT('night-', n)" }),
  copies('failed_rows', "`externalId` = 'copied'", STUDENTS, {
    at: LONG_AGO,
    run: "CONCAT('night-', n % 50)",
    userId: STUDENT,
    requestId: "CONCAT('r-', n)",
  }),
  copies('request_log', "`requestId` = 'copied'", STUDENTS, {
    at: LONG_AGO,
    requestId: "CONCAT('r-', n)",
    status: 'IF(n % 9 = 0, 404, 201)',
    statusClass: 'IF(n % 9 = 0, 4, 2)',
    run: "CONCAT('night-', n % 50)",
  }),
  ofAdministrators('passwords'),
  ofAdministrators('sessions', {
    createdAt: JUST_NOW,
    lastSeenAt: JUST_NOW,
    expiresAt: 'UTC_TIMESTAMP(3) + INTERVAL (3600 + n) SECOND',
  }),
  ofAdministrators('invitations', {
    createdAt: JUST_NOW,
    expiresAt: 'UTC_TIMESTAMP(3) + INTERVAL 1 DAY',
    usedAt: 'IF(n % 2 = 0, NULL, UTC_TIMESTAMP(3))',
  }),
  ofAdministrators('second_factors', { confirmedAt: LONG_AGO }),
  ofAdministrators('recovery_codes'),
  ofAdministrators('passkeys', {
    passkeyId: "LPAD(n, 16, '0')",
    credentialId: "CONCAT('credential-', n)",
  }),
  ofAdministrators('passkey_challenges', { expiresAt: 'UTC_TIMESTAMP(3) + INTERVAL (300 + n) SECOND' }),
  fresh('sign_on_drafts', SOME, { tenantId: "CONCAT(LEFT(t.`id`, 8), LPAD(n, 6, '0'))" }),
  // Some keys, each for ninety days, and from some addresses.
  fresh('key_days', SOME, {
    apiKey: "CONCAT('ik_', LPAD(n DIV 90, 26, '0'))",
    day: 'CURRENT_DATE - INTERVAL (n % 90) DAY',
  }),
  // Some target systems, each for ninety days.
  fresh('sync_days', SOME, {
    targetSystem: "CONCAT('T', n DIV 90)",
    day: 'CURRENT_DATE - INTERVAL (n % 90) DAY',
  }),
  // A key a day, and of one block of IDs, which is that of the student who is asked about, also other keys.
  fresh('disclosures', SOME, {
    day: 'CURRENT_DATE - INTERVAL n DAY',
    actor: "CONCAT('key:ik_', LPAD(n % 10, 26, '0'))",
    kind: "ELT(1 + n % 3, 'export', 'read', 'scim')",
  }),
  fresh('disclosure_blocks', SOME, {
    block: 'IF(n % 2 = 0, 24, 2 * n)',
    day: 'CURRENT_DATE - INTERVAL (n DIV 20) DAY',
    actor: "CONCAT('key:ik_', LPAD(n % 20, 26, '0'))",
    kind: "'export'",
    members: "IF(n % 7 = 0, UNHEX('06C1'), '')",
  }),
  fresh('retention_progress', 10, {
    kind: "CONCAT('kind-', n)",
    sweptOn: 'CURRENT_DATE - INTERVAL 1 DAY',
  }),
  fresh('key_addresses', SOME, {
    apiKey: "CONCAT('ik_', LPAD(n DIV 20, 26, '0'))",
    address: "CONCAT('192.0.2.', n % 20)",
  }),
  fresh('tombstones', SOME, { userId: FORMER_STUDENT }),
  fresh('erasures', SOME, { userId: FORMER_STUDENT, state: "'finished'", finishedAt: LONG_AGO }),
  fresh('legal_holds', SOME),
  fresh('key_handovers', SOME, {
    apiKey: "CONCAT('ik_', LPAD(n DIV 20, 26, '0'))",
    expiresAt: 'UTC_TIMESTAMP(3) + INTERVAL 1 DAY',
  }),
  fresh('login_throttles', SOME, { lastFailureAt: JUST_NOW, blockedUntil: JUST_NOW }),
  fresh('rate_windows', SOME, { endsAt: '(UNIX_TIMESTAMP() - 600 + n) * 1000' }),
];

/**
 * Fills the tables of every tenant with copies of the rows of its first student, by statements, because the API would
 * take too long; then updates the server's statistics.
 * @returns how many rows each table has
 */
export async function gatherCrowd(dataSource: DataSource): Promise<Map<string, number>> {
  await dataSource.query('CREATE TABLE `numbers` (`n` int NOT NULL PRIMARY KEY)');
  const numbers = Array.from({ length: STUDENTS }, (_, n) => [n]);
  await dataSource.query('INSERT INTO `numbers` VALUES ?', [numbers]);
  for (const fill of FILLS) await dataSource.query(statementOf(dataSource, fill));
  const tables = dataSource.entityMetadatas.map(({ tableName }) => tableName);
  await dataSource.query(`ANALYZE TABLE ${tables.map((table) => `\`${table}\``).join(', ')}`);
  const sizes = new Map<string, number>();
  for (const table of tables) {
    const [row] = await dataSource.query<{ size: number | string }[]>(
      `SELECT COUNT(*) AS \`size\` FROM \`${table}\``,
    );
    sizes.set(table, Number(row?.size));
  }
  return sizes;
}

function statementOf(dataSource: DataSource, { table, of, count, values }: Fill): string {
  const columns = dataSource.getMetadata(table).columns.filter(({ isGenerated }) => !isGenerated);
  const selected = columns.map((column) => {
    const name = column.databaseName;
    return values[name] ?? (of === PER_TENANT ? usualOf(dataSource, column) : `t.\`${name}\``);
  });
  const into = columns.map(({ databaseName }) => `\`${databaseName}\``).join(', ');
  return (
    `INSERT INTO \`${table}\` (${into}) SELECT ${selected.join(', ')} FROM ${of} t JOIN ` +
    `\`numbers\` WHERE n < ${count}`
  );
}

function usualOf({ driver }: DataSource, column: EntityMetadata['columns'][number]): string {
  const type = driver.normalizeType(column);
  if (column.isNullable) return 'NULL';
  if (/date|time/.test(type)) return LONG_AGO;
  if (/int|double|decimal/.test(type)) return '1';
  if (/binary|blob/.test(type)) return TOKEN;
  return type === 'json' ? "'[]'" : "'x'";
}
