import { isDeepStrictEqual } from 'node:util';

import type { FieldChange } from '../model/fields/field-changes.js';
import { partOfField, placeIn, type RunPart } from '../history/run-part.js';
import type { UserHistoryEntry } from '../history/user-change.entity.js';
import type { User } from '../model/user.entity.js';
import type { Setter } from '../model/dto/provenance.dto.js';
import { kindOf } from '../history/provenance.js';
import type { AwaitedField, AwaitedFields } from '../model/awaiting-source/awaited-field.js';
import { fieldValue, withFields } from '../model/fields/field-values.js';
import { isOfUndo, isUndone } from './undo-run.js';

/** A change of a field after that of the run. */
export interface LaterChange {
  readonly at: Date;
  readonly actor: string;
  readonly run: string | null;
  /** `administrator`, `submission`, or who else it was; a connection counts as a credential. */
  readonly cause: Setter;
  /** The accepted submission, of the cause `submission`. */
  readonly submissionId: string | null;
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
export interface Reversal {
  /** The person as they are now. */
  readonly user: User;
  /**
   * Whether the run created the person, who can then only be de-provisioned, because an ID is never used again. False
   * when one field alone is to be put back.
   */
  readonly isInserted: boolean;
  /** The changes from the present values to those before the run. */
  readonly fields: readonly FieldChange[];
  readonly kept: readonly KeptField[];
  /** The last history entry of the part of the run about the person; 0 when the person is not in it. */
  readonly lastEntry: number;
}

/** One change of one field. */
interface Step extends FieldChange {
  readonly entry: UserHistoryEntry;
}

/** Whether an entry of the history was made by the run. */
type IsOwn = (entry: UserHistoryEntry) => boolean;

/** What is to be undone. */
export interface ToUndo {
  readonly run: string;
  /** The last entry of the run; what it changes during the undo counts as a later change. */
  readonly last: number;
  readonly part: RunPart;
}

interface Deciding {
  readonly isOwn: IsOwn;
  /** Whether the entry was made by the run, or by its undo. */
  readonly isOurs: IsOwn;
  /** Whether an undo has put back the field of these steps after the run had changed it. */
  readonly isPutBack: (all: readonly Step[]) => boolean;
}

function decidingOf({ run, last }: Pick<ToUndo, 'run' | 'last'>): Deciding {
  const isOwn: IsOwn = (entry) => entry.run === run && entry.id <= last;
  const isPutBack = (all: readonly Step[]): boolean => {
    const lastOwn = all.findLastIndex(({ entry }) => isOwn(entry));
    return isUndone(
      run,
      all.slice(lastOwn + 1).map(({ entry }) => entry),
    );
  };
  const isOurs: IsOwn = (entry) => isOwn(entry) || isOfUndo(run, entry);
  return { isOwn, isOurs, isPutBack };
}

function stepsByField(history: readonly UserHistoryEntry[], only: string | undefined): Map<string, Step[]> {
  const steps = new Map<string, Step[]>();
  for (const entry of history)
    for (const change of entry.fields ?? [])
      if (only === undefined || partOfField(change.field) === only)
        steps.set(change.field, [...(steps.get(change.field) ?? []), { ...change, entry }]);
  return steps;
}

/**
 * The first of the last unbroken sequence of the run's changes. A value that another caller set in between stays.
 */
function startOf(own: readonly Step[]): Step | undefined {
  return own.reduceRight<{ start: Step | undefined; goesOn: boolean }>(
    ({ start, goesOn }, step) =>
      goesOn && (start === undefined || isDeepStrictEqual(step.after, start.before))
        ? { start: step, goesOn }
        : { start, goesOn: false },
    { start: undefined, goesOn: true },
  ).start;
}

/** Whether a person of the university has decided about the field since, also if for the value of the run. */
function isApprovedSince(last: Step | undefined, isOurs: IsOwn): boolean {
  if (last === undefined || isOurs(last.entry)) return false;
  const kind = kindOf(last.entry, null);
  return kind === 'administrator' || kind === 'submission';
}

/** Whether the undo would end the access of a person whom an administrator keeps active. */
function isKeptActive({ keepActive }: User, field: string, after: unknown): boolean {
  return keepActive !== null && field === 'accountStatus' && after === 'inactive';
}

function keep(user: User, field: string, last: Step | undefined, isOwn: IsOwn): KeptField {
  const value = fieldValue(user, field);
  if (field === 'accountStatus' && user.keepActive !== null) {
    const { since, actor } = user.keepActive;
    const by = { at: new Date(since), actor, run: null, cause: 'administrator', submissionId: null } as const;
    return { field, value, reason: 'changed since', by };
  }
  if (last === undefined || isOwn(last.entry)) return { field, value, reason: 'changed since' };
  const { at, actor, run, submissionId } = last.entry;
  const cause = kindOf(last.entry, null);
  return { field, value, reason: 'changed since', by: { at, actor, run, cause, submissionId } };
}

type Decided = Omit<Reversal, 'lastEntry'>;

function undoUpdates(
  user: User,
  steps: ReadonlyMap<string, readonly Step[]>,
  { isOwn, isOurs, isPutBack }: Deciding,
): Decided {
  const fields: FieldChange[] = [];
  const kept: KeptField[] = [];
  for (const [field, all] of steps) {
    const own = all.filter(({ entry }) => isOwn(entry));
    const [start, last] = [startOf(own), all.at(-1)];
    const present = fieldValue(user, field);
    if (start === undefined || isDeepStrictEqual(present, start.before)) continue;
    const isOfRun =
      isDeepStrictEqual(present, own.at(-1)?.after) && !isPutBack(all) && !isApprovedSince(last, isOurs);
    const { before: after, awaited } = start;
    if (!isOfRun || isKeptActive(user, field, after)) kept.push(keep(user, field, last, isOwn));
    else fields.push({ field, before: present, after, ...(awaited === undefined ? {} : { awaited }) });
  }
  return { user, isInserted: false, fields, kept };
}

/** A user whom the run created and another caller has changed since is kept. */
function undoInsert(
  user: User,
  steps: ReadonlyMap<string, readonly Step[]>,
  { isOwn, isOurs, isPutBack }: Deciding,
): Decided {
  const { accountStatus } = user;
  if (accountStatus === 'inactive') return { user, isInserted: true, fields: [], kept: [] };
  const isOfRun = (field: string, all: readonly Step[]): boolean => {
    const [own, last] = [all.findLast(({ entry }) => isOwn(entry)), all.at(-1)];
    const present = fieldValue(user, field);
    // What an undo of this field alone has put back is no later change.
    if (isPutBack(all)) return last !== undefined && isOurs(last.entry);
    const written = own === undefined ? all[0]?.before : own.after;
    return isDeepStrictEqual(present, written) && !isApprovedSince(last, isOurs);
  };
  const kept = [...steps].flatMap(([field, all]) =>
    isOfRun(field, all) ? [] : [keep(user, field, all.at(-1), isOwn)],
  );
  if (isKeptActive(user, 'accountStatus', 'inactive'))
    kept.push(keep(user, 'accountStatus', undefined, isOwn));
  const fields = [{ field: 'accountStatus', before: accountStatus, after: 'inactive' }];
  return { user, isInserted: true, fields: kept.length === 0 ? fields : [], kept };
}

/**
 * Decides what undoing a run, or a part of it, does to one person. A pure function.
 * @param user the person as they are now, with the rule that keeps them active only while it holds
 * @param history of this person, in order, from the run's first entry on
 */
export function decideUndo(user: User, history: readonly UserHistoryEntry[], toUndo: ToUndo): Reversal {
  const { part } = toUndo;
  const deciding = decidingOf(toUndo);
  const own = history.filter(deciding.isOwn);
  const isInserted = part.field === undefined && own.some(({ kind }) => kind === 'inserted');
  const decide = isInserted ? undoInsert : undoUpdates;
  return { ...decide(user, stepsByField(history, part.field), deciding), lastEntry: placeIn(part, own) };
}

/**
 * The awaited fields after an undo: a field that goes back to what its source had sent awaits nothing, and one that
 * goes back to an approved value awaits its source again.
 */
function awaitedAfter({ user, fields }: Reversal): AwaitedFields | null {
  const awaited: Record<string, AwaitedField> = { ...user.awaitingSource };
  for (const { field, awaited: earlier } of fields) {
    Reflect.deleteProperty(awaited, field);
    if (earlier !== undefined) awaited[field] = earlier;
  }
  return Object.keys(awaited).length === 0 ? null : awaited;
}

/** The person with the values that the fields go back to. */
export function putBack(reversal: Reversal, now: Date): User {
  const { user, fields, isInserted } = reversal;
  const after = withFields(
    user,
    fields.map((one) => ({ field: one.field, value: one.after })),
  );
  // No one has said that the person is inactive: a corrected file, which names them, would leave them so for ever.
  const cause = isInserted ? ({ inactiveCause: 'undone' } as const) : {};
  return { ...after, ...cause, updatedAt: now, bodyHash: null, awaitingSource: awaitedAfter(reversal) };
}
