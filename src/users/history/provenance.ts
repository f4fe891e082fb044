import { CLEARED_FIELDS } from '../model/fields/merge.js';
import type { Approval } from '../model/awaiting-source/awaited-field.js';
import { keptUntil } from '../model/awaiting-source/awaiting-source.js';
import type { AwaitedSourceDto, ProvenanceDto, Setter } from '../model/dto/provenance.dto.js';
import type { Scope } from '../../tenancy/scope.js';
import type { User } from '../model/user.entity.js';
import type { UserHistoryEntry } from './user-change.entity.js';

const KEY = 'key:';

/** The fields that every person has a value or a default for. */
export const FIELDS: readonly string[] = [
  'email',
  'firstName',
  'lastName',
  'legacyNumber',
  'accountType',
  'name',
  'role',
  'domain',
  ...CLEARED_FIELDS,
];

/** The field's last change among these entries, the latest first; the first entry of all sets every field. */
export function setterOf(
  entries: readonly UserHistoryEntry[],
  field: string,
  isMeant: (entry: UserHistoryEntry) => boolean = () => true,
): UserHistoryEntry | undefined {
  return entries.find(
    (entry) =>
      isMeant(entry) &&
      (entry.kind === 'inserted' || (entry.fields ?? []).some((change) => change.field === field)),
  );
}

/** The fields that have a provenance: those that every person has, and those of the profile that are set. */
export function fieldsOf({ facultyProfile }: User): string[] {
  return [...FIELDS, ...Object.keys(facultyProfile ?? {}).map((part) => `facultyProfile.${part}`)];
}

export function apiKeyOf(actor: string): string | undefined {
  return actor.startsWith(KEY) ? actor.slice(KEY.length) : undefined;
}

/** Whether a caller set it for itself, and no accepted submission. */
export function isOfSource({ actor, submissionId }: UserHistoryEntry): boolean {
  return submissionId === null && apiKeyOf(actor) !== undefined;
}

/** What kind of actor made a change. */
export function kindOf(
  { actor, submissionId }: Pick<UserHistoryEntry, 'actor' | 'submissionId'>,
  connectionId: string | null,
): Setter {
  if (submissionId !== null) return 'submission';
  if (apiKeyOf(actor) !== undefined) return connectionId === null ? 'credential' : 'connection';
  if (actor.startsWith('admin:')) return 'administrator';
  return actor === 'terminal' ? 'terminal' : 'service';
}

function awaitedOf({ tenant }: Scope, user: User, field: string): AwaitedSourceDto | null {
  const entry = user.awaitingSource?.[field];
  if (entry === undefined) return null;
  const { sourceValue, source, cause, actor: approvedBy, submissionId, since } = entry;
  const until = keptUntil(entry, tenant.awaitSourceDays)?.toISOString() ?? null;
  return { sourceValue, source, cause, approvedBy, submissionId, since, until };
}

const UNKNOWN = {
  kind: 'unknown',
  actor: null,
  connectionId: null,
  submissionId: null,
  run: null,
  requestId: null,
  at: null,
} as const;

/**
 * Who set each field of a person last.
 * @param entries the person's history, the latest first
 * @param connections of the keys in it
 */
export function provenanceOf(
  scope: Scope,
  user: User,
  entries: readonly UserHistoryEntry[],
  connections: ReadonlyMap<string, string>,
): Record<string, ProvenanceDto> {
  const entriesOfFields = fieldsOf(user).map((field): readonly [string, ProvenanceDto] => {
    const awaitingSource = awaitedOf(scope, user, field);
    const entry = setterOf(entries, field);
    if (entry === undefined) return [field, { ...UNKNOWN, awaitingSource }];
    const { actor, submissionId, run, requestId, at } = entry;
    const connectionId = submissionId === null ? (connections.get(apiKeyOf(actor) ?? '') ?? null) : null;
    const kind = kindOf(entry, connectionId);
    const when = at.toISOString();
    return [field, { kind, actor, connectionId, submissionId, run, requestId, at: when, awaitingSource }];
  });
  return Object.fromEntries(entriesOfFields);
}

/** Of an administrator who changes a field by themselves. */
export function ofAdministrator(source: string | null): Approval {
  return { cause: 'administrator', submissionId: null, source };
}
