import { plural, t } from '@lingui/core/macro';

import type { ErasurePlanDto } from '../../../api/openapi';

type Planned = ErasurePlanDto['tables'][number];
/** Rows of one table about a person; see `PlannedTableDto`. */
export type RowsAbout = Pick<Planned, 'table' | 'part' | 'rows'>;

type Words = (count: number) => string;

const LOGINS: Words = (count) =>
  plural(count, {
    one: '# session, password or code to log in',
    other: '# sessions, passwords and codes to log in',
  });
const REFUSED_ROWS: Words = (count) => plural(count, { one: '# refused row', other: '# refused rows' });
const WAITING: Words = (count) =>
  plural(count, { one: '# place in the sync queue', other: '# places in the sync queue' });

/** Each table with data about people, in words. Tables with the same words are counted together. */
const OF_TABLE: Readonly<Record<Planned['table'], Words>> = {
  users: () => t`the record of the person`,
  user_places: () => t`the note of the last change, for systems that read changes`,
  user_removals: () => t`the note that the person is gone`,
  sessions: LOGINS,
  passwords: LOGINS,
  passkeys: LOGINS,
  passkey_challenges: LOGINS,
  second_factors: LOGINS,
  recovery_codes: LOGINS,
  invitations: LOGINS,
  user_changes: (count) =>
    plural(count, { one: '# change in the history', other: '# changes in the history' }),
  held_requests: (count) =>
    plural(count, { one: '# held de-provisioning', other: '# held de-provisionings' }),
  failed_rows: REFUSED_ROWS,
  match_decisions: (count) =>
    plural(count, { one: '# decision about a number', other: '# decisions about numbers' }),
  identity_conflicts: (count) => plural(count, { one: '# conflict', other: '# conflicts' }),
  scim_group_members: (count) => plural(count, { one: '# group membership', other: '# group memberships' }),
  scim_links: (count) =>
    plural(count, { one: '# link to an identity provider', other: '# links to identity providers' }),
  dissertations: (count) => plural(count, { one: '# dissertation', other: '# dissertations' }),
  dissertation_versions: (count) =>
    plural(count, { one: '# version of the dissertation', other: '# versions of the dissertation' }),
  milestones: (count) => plural(count, { one: '# milestone', other: '# milestones' }),
  committee_members: (count) => plural(count, { one: '# committee seat', other: '# committee seats' }),
  committees: (count) => plural(count, { one: '# committee', other: '# committees' }),
  progress_documents: () => t`the record of the progress`,
  progress_removals: () => t`the note that the progress is gone`,
  progress_changes: () => t`the notes of changes of the progress, for systems that read them`,
  review_outbox: (count) => plural(count, { one: '# message about a form', other: '# messages about forms' }),
  sync_transitions: (count) =>
    plural(count, { one: '# step in the sync queue', other: '# steps in the sync queue' }),
  sync_open_items: WAITING,
  sync_items: (count) =>
    plural(count, { one: '# item of the sync queue', other: '# items of the sync queue' }),
  sync_groups: WAITING,
  discrepancies: (count) => plural(count, { one: '# discrepancy', other: '# discrepancies' }),
  submission_transitions: (count) => plural(count, { one: '# step of a form', other: '# steps of forms' }),
  submissions: (count) => plural(count, { one: '# form', other: '# forms' }),
  alert_messages: (count) => plural(count, { one: '# e-mail of an alert', other: '# e-mails of alerts' }),
  sign_on_drafts: () => t`the address that tested the single sign-on`,
  list_views: (count) => plural(count, { one: '# saved view of a list', other: '# saved views of lists' }),
  sandbox_requests: (count) =>
    plural(count, { one: '# request of the sandbox', other: '# requests of the sandbox' }),
  audit_events: (count) =>
    plural(count, { one: '# entry of the audit log', other: '# entries of the audit log' }),
  legal_holds: () => t`the legal hold`,
  request_log: (count) => plural(count, { one: '# logged request', other: '# logged requests' }),
};

/** Parts of a table that are about something else. */
const OF_PART: Readonly<Record<string, Words>> = {
  'committee_members: seats in committees of others': (count) =>
    plural(count, {
      one: '# seat in the committee of another person',
      other: '# seats in committees of others',
    }),
  'submission_transitions: decisions about submissions of others': (count) =>
    plural(count, {
      one: '# decision about a form of another person',
      other: '# decisions about forms of others',
    }),
};

function wordsOf({ table, part }: RowsAbout): Words {
  return OF_PART[`${table}: ${part ?? ''}`] ?? OF_TABLE[table];
}

/** "16 milestones", "3 committee seats", "2 forms"; rows of the same kind are one of them. */
export function kindsIn(rows: readonly RowsAbout[]): string[] {
  const counts = new Map<Words, number>();
  for (const one of rows) {
    const words = wordsOf(one);
    counts.set(words, (counts.get(words) ?? 0) + one.rows);
  }
  return [...counts].map(([words, count]) => words(count));
}
