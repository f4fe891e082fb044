import { isDeepStrictEqual } from 'node:util';

import type { Warning } from '../../../http/answers.js';
import type { Scope } from '../../../tenancy/scope.js';
import {
  type Approval,
  type ApprovalCause,
  type AwaitedField,
  type AwaitedFields,
  type Awaiting,
  FEED,
  type Intent,
  type Report,
  REPORT,
} from './awaited-field.js';
import type { CreateUpdateUserDto } from '../dto/create-update-user.dto.js';
import { type FieldChange, fieldChanges } from '../fields/field-changes.js';
import { fieldValue, PROFILE, withFields } from '../fields/field-values.js';
import type { SentPerson } from '../outcome.js';
import { emailKeyOf } from '../user-ids.js';
import type { User } from '../user.entity.js';

const DAY_MS = 86_400_000;
const REQUIRED = new Set(['email', 'firstName', 'lastName', 'accountType']);

/** A caller as a source of values. */
export function sourceOf({ connection }: Pick<Scope, 'connection'>): string {
  return connection?.id ?? FEED;
}

/** The last moment at which the former value is not applied; undefined where it always is. */
export function keptUntil({ since }: Pick<AwaitedField, 'since'>, days: number): Date | undefined {
  return days === 0 ? undefined : new Date(Date.parse(since) + days * DAY_MS);
}

function same(field: string, one: unknown, other: unknown): boolean {
  if (field === 'email' && typeof one === 'string' && typeof other === 'string')
    return emailKeyOf(one) === emailKeyOf(other);
  return isDeepStrictEqual(one, other);
}

/** Whether the row names the field; one that only repeats a filled-in value does not. */
function isNamed(field: string, person: CreateUpdateUserDto, after: User, intent: Intent): boolean {
  if (REQUIRED.has(field))
    return intent.kind === 'report' && !(field === 'email' && intent.keepsEmail === true);
  if (field === 'legacyNumber')
    return person.externalId !== undefined && person.externalId === after.legacyNumber;
  if (!field.startsWith(PROFILE)) return Reflect.get(person, field) !== undefined;
  const { facultyProfile } = person;
  if (facultyProfile === undefined || facultyProfile === null) return facultyProfile === null;
  return Reflect.get(facultyProfile, field.slice(PROFILE.length)) !== undefined;
}

function isReport(intent: Intent): intent is Report {
  return intent.kind === 'report' || intent.kind === 'partial report';
}

/** Whose values a row has. */
function sourceOfRow(scope: Scope, intent: Intent): string {
  return (isReport(intent) ? intent.source : undefined) ?? sourceOf(scope);
}

function isKept(entry: AwaitedField, { tenant }: Pick<Scope, 'tenant'>, now: Date): boolean {
  const until = keptUntil(entry, tenant.awaitSourceDays);
  return until !== undefined && now <= until;
}

/**
 * Whether what a source sends of the field is the former value of a person who keeps another: it is then not looked at.
 * What is not the report of a source always applies.
 */
export function keepsValue(
  scope: Scope,
  user: User,
  { person, intent = REPORT }: Pick<SentPerson, 'person' | 'intent'>,
  field: 'email' | 'firstName' | 'lastName',
  now: Date,
): boolean {
  const entry = user.awaitingSource?.[field];
  if (entry === undefined || !isReport(intent)) return false;
  return same(field, person[field], entry.sourceValue) && isKept(entry, scope, now);
}

interface Row {
  readonly before: User;
  /** The person as the row would leave them. */
  readonly after: User;
  readonly person: CreateUpdateUserDto;
  readonly intent: Intent;
  readonly now: Date;
}

/** How an awaited field stands after a row: it continues, has ended, keeps its value, or is put back. */
type AwaitedState = 'continues' | 'ended' | 'kept' | 'put back';

function stateOf(
  scope: Scope,
  { before, after, person, intent, now }: Row,
  field: string,
  entry: AwaitedField,
): AwaitedState {
  const [was, wanted] = [fieldValue(before, field), fieldValue(after, field)];
  if (same(field, was, wanted)) {
    const isFromSource = entry.source === null || entry.source === sourceOfRow(scope, intent);
    return isFromSource && isNamed(field, person, after, intent) ? 'ended' : 'continues';
  }
  if (!isReport(intent) || !same(field, wanted, entry.sourceValue)) return 'ended';
  return isKept(entry, scope, now) ? 'kept' : 'put back';
}

const NOTHING: Awaiting = { kept: [], putBack: [] };

function withoutFields(awaited: AwaitedFields, names: readonly string[]): AwaitedFields | null {
  const left = Object.entries(awaited).filter(([field]) => !names.includes(field));
  return left.length === 0 ? null : Object.fromEntries(left);
}

/**
 * Applies the rule of awaited fields to a row: the former value of such a field is not applied while the tenant waits
 * for its source (docs/decisions/0050). A pure function; approvals are left to {@link approve}.
 */
export function settleAwaited(scope: Scope, row: Row): { after: User; awaiting: Awaiting } {
  const { before, after, intent } = row;
  const awaited = before.awaitingSource;
  if (awaited === null || intent.kind === 'approval') return { after, awaiting: NOTHING };
  const standings = Object.entries(awaited).map(
    ([field, entry]) => [field, entry, stateOf(scope, row, field, entry)] as const,
  );
  const named = (wanted: AwaitedState): (readonly [string, AwaitedField, AwaitedState])[] =>
    standings.filter(([, , state]) => state === wanted);
  const [kept, putBack] = [named('kept'), named('put back')];
  const over = [...named('ended'), ...putBack].map(([field]) => field);
  const settled =
    kept.length === 0
      ? { ...after }
      : withFields(
          after,
          kept.map(([field]) => ({ field, value: fieldValue(before, field) })),
        );
  if (isDeepStrictEqual(settled.facultyProfile, before.facultyProfile))
    settled.facultyProfile = before.facultyProfile;
  if (over.length > 0) settled.awaitingSource = withoutFields(awaited, over);
  return {
    after: settled,
    awaiting: {
      kept: kept.map(([field]) => field),
      putBack: putBack.map(([field, entry]) => ({ field, ...entry })),
    },
  };
}

/**
 * The awaited fields after an approved change. The value that the source sent before the first of several approved
 * changes stays; a field that is given this value again awaits nothing.
 */
export function approve(
  { actor }: Pick<Scope, 'actor'>,
  before: User,
  after: User,
  changed: readonly string[],
  { cause, submissionId, source }: Approval,
  now: Date,
): AwaitedFields | null {
  const awaited: Record<string, AwaitedField> = { ...before.awaitingSource };
  for (const field of changed) {
    const earlier = before.awaitingSource?.[field];
    const sourceValue = earlier === undefined ? fieldValue(before, field) : earlier.sourceValue;
    if (same(field, fieldValue(after, field), sourceValue)) Reflect.deleteProperty(awaited, field);
    else {
      const since = now.toISOString();
      const from = earlier === undefined ? source : earlier.source;
      awaited[field] = { sourceValue, source: from, cause, submissionId, actor, since };
    }
  }
  return Object.keys(awaited).length === 0 ? null : awaited;
}

/** The awaited fields after a decision of a caller about one field. */
export function decided(awaited: AwaitedFields | null, field: string): AwaitedFields | null {
  return awaited?.[field] === undefined ? awaited : withoutFields(awaited, [field]);
}

const CAUSES: Readonly<Record<ApprovalCause, string>> = {
  administrator: 'an administrator',
  submission: 'an accepted submission',
};

/** The warnings that a caller gets about awaited fields. No value is named: a warning is written to logs of callers. */
export function warningsOf({ tenant }: Pick<Scope, 'tenant'>, before: User, awaiting: Awaiting): Warning[] {
  const kept = awaiting.kept.flatMap((field): Warning[] => {
    const entry = before.awaitingSource?.[field];
    if (entry === undefined) return [];
    const until = keptUntil(entry, tenant.awaitSourceDays)?.toISOString() ?? '';
    const message =
      `${field} keeps its value: ${CAUSES[entry.cause]} changed it at ${entry.since}, ` +
      `and the value from before was sent again; that one is applied after ${until}`;
    return [{ field, code: 'AWAITING_SOURCE', message }];
  });
  const putBack = awaiting.putBack.map(({ field, cause, since }): Warning => {
    const message = `${field} has its former value again, although ${CAUSES[cause]} changed it at ${since}`;
    return { field, code: 'APPROVED_CHANGE_PUT_BACK', message };
  });
  return [...kept, ...putBack];
}

/** The awaited fields of a person who gets earlier values back, with the approvals of these. */
export function restored(awaited: AwaitedFields | null, earlier: AwaitedFields): AwaitedFields | null {
  const all = { ...awaited, ...earlier };
  return Object.keys(all).length === 0 ? null : all;
}

/** The changed fields; with the approval that a change has ended, so that an undo can put that back too. */
export function changesWithApprovals(before: User, after: User): FieldChange[] {
  const changes = fieldChanges(before, after);
  if (before.awaitingSource === null) return changes;
  return changes.map((change) => {
    const awaited = formerApproval(before, after, change.field);
    return awaited === undefined ? change : { ...change, awaited };
  });
}

/** The approval that a change of a field has ended or replaced. */
export function formerApproval(before: User, after: User, field: string): AwaitedField | undefined {
  const [was, is] = [before.awaitingSource?.[field], after.awaitingSource?.[field]];
  return isDeepStrictEqual(was, is) ? undefined : was;
}
