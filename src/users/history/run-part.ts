import { presentFacultyProfile } from '../model/fields/faculty-profile.js';
import { PROFILE } from '../model/fields/field-values.js';
import { FIELDS } from './provenance.js';
import type { UserHistoryEntry } from './user-change.entity.js';

/** What a run did to a person. A de-provisioning and a restoration are updates, too. */
export const CHANGE_KINDS = ['inserted', 'updated', 'deprovisioned', 'restored'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** The fields by which the people of a run can be asked for: all that a history names but `inactiveCause`. */
export const CHANGED_FIELDS: readonly string[] = [
  ...FIELDS,
  ...Object.keys(presentFacultyProfile(null, '')).map((name) => `${PROFILE}${name}`),
];

/** A part of what a run did; without a member, all of it. */
export interface RunPart {
  /** The people to whom it did this. */
  readonly kind?: ChangeKind | undefined;
  /** The people who had this field changed by it. An undo puts back this field alone. */
  readonly field?: string | undefined;
  /** These people. */
  readonly userIds?: readonly string[] | undefined;
}

/** What one entry of a history did. */
export interface Did extends Pick<UserHistoryEntry, 'kind'> {
  readonly fields: readonly string[];
  /** The status that it set. */
  readonly status: 'active' | 'inactive' | null;
}

/** Why people are inactive is a part of their status. */
export function partOfField(field: string): string {
  return field === 'inactiveCause' ? 'accountStatus' : field;
}

export function isWhole({ kind, field, userIds }: RunPart): boolean {
  return kind === undefined && field === undefined && userIds === undefined;
}

function didOf({ kind, fields }: UserHistoryEntry): Did {
  const status = fields?.find(({ field }) => field === 'accountStatus')?.after;
  return {
    kind,
    fields: (fields ?? []).map(({ field }) => partOfField(field)),
    status: status === 'active' || status === 'inactive' ? status : null,
  };
}

export function kindsOf({ kind, status }: Did): ChangeKind[] {
  if (kind === 'inserted') return ['inserted'];
  const ofStatus = { active: 'restored', inactive: 'deprovisioned' } as const;
  return status === null ? ['updated'] : ['updated', ofStatus[status]];
}

/** Whether the entry may bring its person into the part: it changes the field or, without one, is of the kind. */
export function isOfPart(
  { kind, field, userIds }: RunPart,
  entry: Did & { readonly userId: string },
): boolean {
  if (userIds !== undefined && !userIds.includes(entry.userId)) return false;
  if (field !== undefined) return entry.fields.includes(field);
  return kind === undefined || kindsOf(entry).includes(kind);
}

/**
 * Where a person stands in the part of a run: their last entry of the part.
 * @param own the entries of the run about the person, in order
 * @returns 0 when the person is not in the part
 */
export function placeIn(part: RunPart, own: readonly UserHistoryEntry[]): number {
  const all = own.map((entry) => ({ ...didOf(entry), id: entry.id, userId: entry.userId }));
  const { kind } = part;
  if (kind !== undefined && !all.some((did) => kindsOf(did).includes(kind))) return 0;
  return all.findLast((did) => isOfPart(part, did))?.id ?? 0;
}

/** What a run did to a person, in the order of {@link CHANGE_KINDS}. */
export function kindsDone(own: readonly UserHistoryEntry[]): ChangeKind[] {
  const kinds = new Set(own.flatMap((entry) => kindsOf(didOf(entry))));
  return CHANGE_KINDS.filter((kind) => kinds.has(kind));
}
