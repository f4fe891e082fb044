import { isDeepStrictEqual } from 'node:util';

import type { Warning } from '../../../http/answers.js';
import type { Scope } from '../../../tenancy/scope.js';
import {
  type Awaiting,
  type Intent,
  isAbsence,
  isReportOfNow,
  REPORT,
} from '../awaiting-source/awaited-field.js';
import { approve, restored, settleAwaited, warningsOf } from '../awaiting-source/awaiting-source.js';
import { fieldChanges } from './field-changes.js';
import type { CreateUpdateUserDto } from '../dto/create-update-user.dto.js';
import type { FacultyProfileDto } from '../dto/faculty-profile.dto.js';
import type { StoredFacultyProfile } from './faculty-profile.js';
import { keptActive, withoutKeptStatus } from '../keep-active/keep-active.js';
import { CLEARED_PLAIN_FIELDS } from './plain-fields.js';
import { defaultName, defaultRole, usesFacultyProfile } from '../user-defaults.js';
import { emailKeyOf } from '../user-ids.js';
import type { InactiveCause } from '../inactive-cause.js';
import type { User } from '../user.entity.js';

/** The value to which null clears an optional field. */
const CLEARED = { accountStatus: 'active', ...CLEARED_PLAIN_FIELDS } as const satisfies Partial<User>;

type OptionalField = keyof typeof CLEARED;
const OPTIONAL_FIELDS = Object.keys(CLEARED) as OptionalField[];
/** Their names, for what is reported of each field. */
export const CLEARED_FIELDS: readonly string[] = OPTIONAL_FIELDS;

export interface Merged {
  readonly after: User;
  /** Names of the fields whose stored value differs, as a caller writes them: `facultyProfile.leaveUntil`. */
  readonly changed: readonly string[];
  readonly warnings: readonly Warning[];
  /** What became of fields that await their source; absent for people without any. */
  readonly awaiting?: Awaiting;
  /** Whether the row would have de-provisioned a person whom an administrator keeps active. */
  readonly keptActive?: true;
}

const STATUS = 'accountStatus';
const CAUSE = 'inactiveCause';

/** Of people who are not written yet. */
const NO_NAME_KEY = Buffer.alloc(8);

/** A new user with nothing but the identifiers. */
export function blankUser(tenantId: string, id: string, legacyNumber: string | null, now: Date): User {
  return {
    tenantId,
    id,
    legacyNumber,
    email: '',
    emailKey: '',
    firstName: '',
    lastName: '',
    name: null,
    accountType: 'Student',
    role: null,
    domain: null,
    facultyProfile: null,
    inactiveCause: null,
    bodyHash: null,
    awaitingSource: null,
    keepActive: null,
    nameKey: NO_NAME_KEY,
    createdAt: now,
    updatedAt: now,
    changedAt: 0,
    ...CLEARED,
  };
}

/** An empty list or object is stored as null, so that equal people have equal rows. */
function compact<T>(value: T): T | null {
  if (typeof value !== 'object' || value === null) return value;
  return Object.keys(value).length === 0 ? null : value;
}

/** The stored list or object itself when the sent one is equal: a later comparison ends at its identity. */
function storedIfSame<T>(stored: T, sent: T): T {
  return typeof sent === 'object' && isDeepStrictEqual(stored, sent) ? stored : sent;
}

function mergeOptional(after: User, person: CreateUpdateUserDto): void {
  const sent: Partial<Record<OptionalField, unknown>> = {};
  for (const field of OPTIONAL_FIELDS) {
    const value = person[field];
    if (value !== undefined)
      sent[field] = value === null ? CLEARED[field] : storedIfSame<unknown>(after[field], compact(value));
  }
  Object.assign(after, sent);
}

/** A value that equals the default is not stored, so it follows the default later. */
function override(sent: string | null | undefined, stored: string | null, fallback: string): string | null {
  if (sent === undefined) return stored;
  return sent === fallback ? null : sent;
}

function mergeProfile(
  stored: StoredFacultyProfile | null,
  sent: FacultyProfileDto | null,
): StoredFacultyProfile | null {
  if (sent === null) return null;
  const merged: Record<string, unknown> = { ...stored };
  for (const [field, value] of Object.entries(sent) as [string, unknown][]) {
    const kept = compact(value);
    if (value !== undefined && kept !== null) merged[field] = kept;
    else if (value !== undefined) Reflect.deleteProperty(merged, field);
  }
  return compact(merged);
}

/**
 * Applies what a caller sent to what is stored. A pure function: `before` stays as it is.
 * @param legacyNumber the number that the person has from now on
 * @param intent what the row is, for fields that await their source
 */
export function merge(
  scope: Scope,
  before: User,
  sent: CreateUpdateUserDto,
  legacyNumber: string | null,
  now: Date,
  intent: Intent = REPORT,
): Merged {
  const { person: said, kept } = withoutKeptStatus(scope, before, sent, intent, now);
  const person = withRestoredStatus(before, said, intent);
  const { email, firstName, lastName, accountType } = person;
  const after: User = {
    ...before,
    email,
    emailKey: emailKeyOf(email),
    firstName,
    lastName,
    accountType,
    legacyNumber,
  };
  mergeOptional(after, person);
  after.name = override(person.name, before.name, defaultName(after));
  after.role = override(person.role, before.role, defaultRole(accountType));
  after.domain = override(person.domain, before.domain, scope.tenant.emailDomain);

  const warnings: Warning[] = kept === null ? [] : [keptActive(kept)];
  if (person.facultyProfile !== undefined) {
    // A null is no reason for a warning: exports send it for each person without a profile.
    if (usesFacultyProfile(after) || person.facultyProfile === null || intent.kind === 'restoration')
      after.facultyProfile = storedIfSame(
        before.facultyProfile,
        mergeProfile(before.facultyProfile, person.facultyProfile),
      );
    else
      warnings.push({
        field: 'facultyProfile',
        code: 'IGNORED',
        message:
          'facultyProfile is used for accountType Faculty or role chair only; it was checked but not stored',
      });
  }
  const merged = settled(scope, { before, after, person, intent, now }, warnings);
  // The rule is about active people; an inactive one is not restored by it.
  if (merged.after.accountStatus === 'inactive') merged.after.keepActive = null;
  return kept === null ? merged : { ...merged, keptActive: true };
}

/** A row that names a person whom no one has called inactive restores them, unless it says so itself. */
function withRestoredStatus(
  { inactiveCause }: User,
  person: CreateUpdateUserDto,
  intent: Intent,
): CreateUpdateUserDto {
  const isNamedAgain = inactiveCause !== null && isReportOfNow(intent) && person.accountStatus === undefined;
  return isNamedAgain ? { ...person, accountStatus: 'active' } : person;
}

/** Why the person is inactive after the row. */
function inactiveCauseOf(
  { before, person, intent }: Parameters<typeof settleAwaited>[1],
  { accountStatus }: User,
): InactiveCause | null {
  if (accountStatus === 'active') return null;
  if (intent.kind === 'restoration') return intent.inactiveCause ?? null;
  if (isAbsence(intent)) return before.accountStatus === 'active' ? 'absent' : before.inactiveCause;
  return person.accountStatus === 'inactive' ? null : before.inactiveCause;
}

/** Applies what holds for fields that await their source, and finds what has changed. */
function settled(scope: Scope, row: Parameters<typeof settleAwaited>[1], warnings: Warning[]): Merged {
  const { before, intent, now } = row;
  const { after, awaiting } = settleAwaited(scope, row);
  after.inactiveCause = inactiveCauseOf(row, after);
  const differing = fieldChanges(before, after).map(({ field }) => field);
  // The cause goes with the status, and has a name of its own only where it alone is changed.
  const changed = differing.includes(STATUS) ? differing.filter((field) => field !== CAUSE) : differing;
  if (changed.length > 0) after.updatedAt = now;
  if (intent.kind === 'approval')
    after.awaitingSource = approve(scope, before, after, changed, intent.approval, now);
  if (intent.kind === 'restoration') after.awaitingSource = restored(after.awaitingSource, intent.awaited);
  if (awaiting.kept.length + awaiting.putBack.length === 0) return { after, changed, warnings };
  return { after, changed, warnings: [...warnings, ...warningsOf(scope, before, awaiting)], awaiting };
}
