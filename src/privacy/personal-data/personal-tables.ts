import { MISTAKEN_QUESTIONS } from './mistaken-questions.js';
import type { PersonalTable, RowsOf } from './personal-table.js';
import { lowerCase } from './sought-texts.js';
import { VIEWS_OF_OTHERS } from './views-of-others.js';

function byUser(column: string): RowsOf {
  return { sql: `\`${column}\` = ?`, values: ({ userId }) => [userId] };
}

const OF_STUDENT = byUser('studentId');
/** What the export shows of a record that is gone. */
const REMOVAL = 'CONCAT(\'"studentId":"\', `studentId`, \'","legacyNumber":null,"removed":true\')';

/** By their IDs, not by a join: a DELETE with a subquery would read the rows of the whole tenant. */
const OF_SUBMISSIONS: RowsOf = {
  sql: '`submissionId` IN (?)',
  values: ({ submissionIds }) => [submissionIds.length === 0 ? [''] : submissionIds],
};

function deleted(table: string, rows: RowsOf, secret: readonly string[] = []): PersonalTable {
  return { table, rows, fate: 'deleted', secret };
}

function login(table: string, secret: readonly string[]): PersonalTable {
  return { table, rows: byUser('userId'), fate: 'with the person', secret };
}

/** Each part has an index of its own. That a source sent an erased person again says no more than the ID. */
const CONFLICTS: readonly PersonalTable[] = [
  ...(['userId', 'ownerId', 'newUserId'] as const).map((column) => ({
    ...deleted('identity_conflicts', {
      sql: `\`${column}\` = ? AND \`kind\` <> 'erased'`,
      values: ({ userId }) => [userId],
    }),
    part: column,
  })),
  {
    ...deleted('identity_conflicts', {
      sql: "`subject` IN (?) AND `kind` <> 'erased'",
      values: ({ numbers }) => [numbers],
    }),
    part: 'subject',
  },
];

/** Every table with data about people, in the order in which an erasure goes through them. */
export const PERSONAL_TABLES: readonly PersonalTable[] = [
  { table: 'users', rows: byUser('id'), fate: 'with the person', secret: ['bodyHash', 'nameKey'] },
  {
    table: 'user_places',
    rows: byUser('userId'),
    fate: 'kept',
    reason: 'The order of changes: an ID and numbers, deleted two days after the next change.',
  },
  {
    table: 'user_removals',
    rows: byUser('userId'),
    fate: 'kept',
    reason: 'The list of people reports, by the ID, that the person was erased.',
  },
  login('sessions', ['tokenHash']),
  login('passwords', ['hash']),
  login('passkeys', ['credentialId', 'publicKey']),
  login('passkey_challenges', ['holder', 'challenge']),
  login('second_factors', ['sealedSecret', 'lastStep']),
  login('recovery_codes', ['codeHash']),
  login('invitations', ['tokenHash']),
  { ...deleted('user_changes', byUser('userId')), index: 'ix_user_changes_user' },
  deleted('held_requests', byUser('userId')),
  { ...deleted('failed_rows', byUser('userId')), index: 'ix_failed_rows_user' },
  // Refused before the person was stored.
  {
    ...deleted('failed_rows', {
      sql: '`externalId` IN (?) AND `userId` IS NULL',
      values: ({ numbers }) => [numbers],
    }),
    index: 'ix_failed_rows_external_id',
    part: 'by number',
  },
  {
    ...deleted('failed_rows', {
      sql: '`externalId` IN (?) AND `userId` <> ?',
      values: ({ numbers, userId }) => [numbers, userId],
    }),
    index: 'ix_failed_rows_external_id',
    part: 'about others',
    isOfOthers: true,
  },
  // That an ID means another person now stays: it names no one, and both are still recognised by it.
  deleted('match_decisions', {
    sql: '`subject` IN (?) AND (`meansUserId` IS NULL OR `meansUserId` = ?)',
    values: ({ numbers, userId }) => [numbers, userId],
  }),
  ...CONFLICTS,
  MISTAKEN_QUESTIONS,
  deleted('scim_group_members', byUser('userId')),
  deleted('scim_links', byUser('userId')),
  {
    table: 'scim_links',
    part: 'of others',
    // What the connection sent last had the address by mistake; `kept` has the rest of that.
    rows: {
      sql: "`userId` <> ? AND LOWER(JSON_UNQUOTE(JSON_EXTRACT(`writtenFields`, '$.email'))) IN (?)",
      values: ({ userId, emails }) => [userId, emails.map(lowerCase)],
    },
    isOfOthers: true,
    fate: 'overwritten',
    overwriting: { assignments: "`kept` = '{}', `writtenFields` = '{}'", done: 'FALSE' },
    reason:
      'How a connection knows another person, without what it had sent in attributes that have no field here.',
  },
  deleted('dissertations', OF_STUDENT),
  deleted('dissertation_versions', OF_STUDENT),
  deleted('milestones', OF_STUDENT),
  deleted('committee_members', OF_STUDENT),
  deleted('committees', OF_STUDENT),
  deleted('progress_documents', OF_STUDENT),
  {
    table: 'progress_removals',
    rows: OF_STUDENT,
    fate: 'overwritten',
    overwriting: { assignments: `\`entry\` = ${REMOVAL}`, done: `\`entry\` = ${REMOVAL}` },
    reason: 'The export reports to the SIS, by the ID, that the record is gone.',
  },
  {
    table: 'progress_changes',
    rows: OF_STUDENT,
    fate: 'kept',
    reason: 'The order of changes: an ID and numbers.',
  },
  {
    table: 'committee_members',
    part: 'seats in committees of others',
    rows: byUser('facultyId'),
    fate: 'kept',
    reason: 'A seat in the committee of another person, with the ID alone.',
  },
  deleted('review_outbox', OF_SUBMISSIONS),
  deleted('sync_transitions', OF_SUBMISSIONS),
  deleted('sync_open_items', OF_STUDENT),
  deleted('sync_items', OF_STUDENT),
  deleted('sync_groups', OF_STUDENT),
  deleted('discrepancies', OF_SUBMISSIONS),
  deleted('submission_transitions', OF_SUBMISSIONS),
  deleted('submissions', OF_STUDENT),
  {
    table: 'submission_transitions',
    part: 'decisions about submissions of others',
    // The index compares without case, which numbers are not compared by (contract, 2.3).
    rows: {
      sql: '`actorId` IN (?) AND (`actorId` COLLATE utf8mb4_bin IN (?) OR LOWER(`actorId`) IN (?))',
      values: ({ numbers, emails }) => [[...numbers, ...emails], numbers, emails.map(lowerCase)],
    },
    fate: 'overwritten',
    overwriting: {
      assignments: '`actorId` = @userId, `reason` = NULL',
      done: '`actorId` = @userId AND `reason` IS NULL',
    },
    reason: 'A decision about the submission of another person, with the ID alone.',
  },
  deleted('alert_messages', {
    sql: 'LOWER(`recipient`) IN (?)',
    values: ({ emails }) => [emails.map(lowerCase)],
  }),
  {
    table: 'sign_on_drafts',
    rows: { sql: 'LOWER(`testedEmail`) IN (?)', values: ({ emails }) => [emails.map(lowerCase)] },
    fate: 'overwritten',
    overwriting: {
      assignments: '`testedEmail` = NULL, `testedSubject` = NULL, `testedAffiliations` = NULL',
      done: '`testedEmail` IS NULL AND `testedSubject` IS NULL AND `testedAffiliations` IS NULL',
    },
    reason: 'A draft of the single sign-on, without what names the user who tested it.',
    secret: ['sealedSecret'],
  },
  { ...deleted('list_views', byUser('holder')), part: 'private ones' },
  {
    table: 'list_views',
    part: 'shared ones',
    rows: { sql: "`holder` = '' AND `ownerId` = ?", values: ({ userId }) => [userId] },
    fate: 'kept',
    reason: 'A view that others use, with the ID of its owner alone.',
  },
  VIEWS_OF_OTHERS,
  { ...deleted('sandbox_requests', { sql: 'TRUE', values: () => [] }), part: 'all of a sandbox' },
  {
    table: 'audit_events',
    rows: { sql: '`target` = ?', values: ({ userId }) => [`user:${userId}`] },
    fate: 'kept',
    reason: 'That something was done and when, with the ID alone: names become unreadable.',
  },
  {
    table: 'legal_holds',
    rows: byUser('userId'),
    fate: 'kept',
    reason: 'There is none, or there would be no erasure.',
  },
];

/** The tables that a plan may name. */
export const PLANNED_TABLES: readonly string[] = [
  ...new Set([...PERSONAL_TABLES.map(({ table }) => table), 'request_log']),
];

/**
 * Tables without data about people, or with keyed hashes of it alone; a test compares the list with the schema.
 * `discrepancy_rules` and `alert_settings` are lasting decisions, of which docs/privacy.md says what to look at.
 * `request_log` is searched by itself, in parts. What names people in the audit log is encrypted in `audit_boxes`; a
 * step of its own makes it unreadable. Disclosures say no more than the ID. Claims say no more than the ID of
 * a submission, and are forgotten after 7 days. Events of the feed say no more than IDs and names of fields, and are
 * forgotten after `retention.eventDays`: who keeps a copy must learn of an erasure, too. Whom runs have named is kept
 * as IDs alone.
 */
export const IMPERSONAL_TABLES: readonly string[] = (
  'alert_checks alert_incidents alert_settings alert_webhooks audit_boxes audit_heads audit_person_keys ' +
  'background_runs change_events commit_losses commit_marks credentials deprovisioning_windows ' +
  'disclosure_blocks disclosures discrepancy_rules drop_folders erasures feed_readers field_mappings ' +
  'finished_runs kept_mappings key_addresses key_days key_handovers last_runs leases login_throttles ' +
  'lost_stamps milestone_renames milestone_templates naming_epochs namings programs progress_rebuilds ' +
  'progress_stamps provisioning_days rate_windows received_events request_log retention_progress run_actors ' +
  'run_series run_undos runs sandbox_faults sandbox_templates sandboxes scim_groups server_keys ' +
  'sign_on_settings sync_claim_keys sync_claims sync_counters sync_days sync_pauses target_contacts tenants ' +
  'tombstones used_assertions user_numbers'
).split(' ');
