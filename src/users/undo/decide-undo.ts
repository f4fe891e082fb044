import { isDeepStrictEqual } from 'node:util';

import type { FieldChange } from '../model/field-changes.js';
import type { UserHistoryEntry } from '../history/user-change.entity.js';
import type { User } from '../model/user.entity.js';
import { emailKeyOf } from '../model/user-ids.js';

/** A change of a field after that of the run. */
export interface LaterChange {
  readonly at: Date;
  readonly actor: string;
  readonly run: string | null;
}

/** A field that is not put back. */
export interface KeptField {
  readonly field: string;
  /** The value now. */
  readonly value: unknown;
  /** `taken`: another user has the former address or number. */
  readonly reason: 'changed since' | 'taken';
  /** Undefined when the history has no such change. */
  readonly by?: LaterChange | undefined;
  /** The 950/951 ID of the user who has the former value. */
  readonly owner?: string;
}

/** What undoing a run does to one person. */
export interface Undoing {
  /** The person as they are now. */
  readonly user: User;
  /** Whether the run created the person, who can then only be de-provisioned, because an ID is never used again. */
  readonly isInserted: boolean;
  /** The changes from the present values to those before the run. */
  readonly fields: readonly FieldChange[];
  readonly kept: readonly KeptField[];
  /** The last history entry of the run about the person; 0 when there is none. */
  readonly lastEntry: number;
}

/** One change of one field. */
interface Step extends FieldChange {
  readonly entry: UserHistoryEntry;
}

/** Whether an entry of the history was made by the run. */
export type IsOwn = (entry: UserHistoryEntry) => boolean;

const PROFILE = 'facultyProfile.';

function valueOf(user: User, field: string): unknown {
  const isOfProfile = field.startsWith(PROFILE);
  const holder: object = isOfProfile ? (user.facultyProfile ?? {}) : user;
  const value: unknown = Reflect.get(holder, isOfProfile ? field.slice(PROFILE.length) : field);
  return value ?? null;
}

function stepsByField(history: readonly UserHistoryEntry[]): Map<string, Step[]> {
  const steps = new Map<string, Step[]>();
  for (const entry of history)
    for (const change of entry.fields ?? [])
      steps.set(change.field, [...(steps.get(change.field) ?? []), { ...change, entry }]);
  return steps;
}

/**
 * The value before the last unbroken sequence of the run's changes. A value that another caller set in between stays.
 */
function valueBefore(own: readonly Step[]): unknown {
  return own.reduceRight<{ value: unknown; goesOn: boolean }>(
    ({ value, goesOn }, step, index) =>
      goesOn && (index === own.length - 1 || isDeepStrictEqual(step.after, value))
        ? { value: step.before, goesOn }
        : { value, goesOn: false },
    { value: null, goesOn: true },
  ).value;
}

function keep(user: User, field: string, last: Step | undefined, isOwn: IsOwn): KeptField {
  const value = valueOf(user, field);
  if (last === undefined || isOwn(last.entry)) return { field, value, reason: 'changed since' };
  const { at, actor, run } = last.entry;
  return { field, value, reason: 'changed since', by: { at, actor, run } };
}

type Decided = Omit<Undoing, 'lastEntry'>;

function undoUpdates(user: User, steps: ReadonlyMap<string, readonly Step[]>, isOwn: IsOwn): Decided {
  const fields: FieldChange[] = [];
  const kept: KeptField[] = [];
  for (const [field, all] of steps) {
    const own = all.filter(({ entry }) => isOwn(entry));
    const [present, before] = [valueOf(user, field), valueBefore(own)];
    if (own.length === 0 || isDeepStrictEqual(present, before)) continue;
    if (isDeepStrictEqual(present, own.at(-1)?.after)) fields.push({ field, before: present, after: before });
    else kept.push(keep(user, field, all.at(-1), isOwn));
  }
  return { user, isInserted: false, fields, kept };
}

/** A user whom the run created and another caller has changed since is kept. */
function undoInsert(user: User, steps: ReadonlyMap<string, readonly Step[]>, isOwn: IsOwn): Decided {
  const { accountStatus } = user;
  if (accountStatus === 'inactive') return { user, isInserted: true, fields: [], kept: [] };
  const kept = [...steps].flatMap(([field, all]) => {
    const own = all.findLast(({ entry }) => isOwn(entry));
    const written = own === undefined ? all[0]?.before : own.after;
    return isDeepStrictEqual(valueOf(user, field), written) ? [] : [keep(user, field, all.at(-1), isOwn)];
  });
  const fields = [{ field: 'accountStatus', before: accountStatus, after: 'inactive' }];
  return { user, isInserted: true, fields: kept.length === 0 ? fields : [], kept };
}

/**
 * Decides what undoing a run does to one person. A pure function.
 * @param user the person as they are now
 * @param history of this person, in order, from the run's first entry on
 */
export function decideUndo(user: User, history: readonly UserHistoryEntry[], isOwn: IsOwn): Undoing {
  const isInserted = history.some((entry) => isOwn(entry) && entry.kind === 'inserted');
  const lastEntry = history.findLast(isOwn)?.id ?? 0;
  return { ...(isInserted ? undoInsert : undoUpdates)(user, stepsByField(history), isOwn), lastEntry };
}

/** The person with the values that the fields go back to. */
export function putBack({ user, fields }: Undoing, now: Date): User {
  const values: Record<string, unknown> = {};
  const profile: Record<string, unknown> = { ...user.facultyProfile };
  for (const { field, after } of fields) {
    const part = field.slice(PROFILE.length);
    if (!field.startsWith(PROFILE)) values[field] = after;
    else if (after === null) Reflect.deleteProperty(profile, part);
    else profile[part] = after;
  }
  const facultyProfile = Object.keys(profile).length === 0 ? null : profile;
  const others = { facultyProfile, updatedAt: now, bodyHash: null };
  const after: User = Object.assign({ ...user }, values, others);
  after.emailKey = emailKeyOf(after.email);
  return after;
}
