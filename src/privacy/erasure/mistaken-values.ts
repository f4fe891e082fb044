import { isDeepStrictEqual } from 'node:util';

import type { AwaitedFields } from '../../users/model/awaiting-source/awaited-field.js';
import type { FieldChange } from '../../users/model/fields/field-changes.js';
import { emailKeyOf } from '../../users/model/user-ids.js';
import {
  type Called,
  type Changes,
  earlierStates,
  isNamedAs,
  transientStates,
} from '../personal-data/earlier-states.js';
import type { Subject } from '../personal-data/personal-table.js';

/** Whose values are looked for. */
export type Sought = Pick<Subject, 'numbers' | 'emails' | 'firstNames' | 'lastNames'>;

/** An entry of a history. */
export interface Entry extends Changes {
  readonly id: number;
}

/** What is to be written of another person's data. */
export interface Cleaned {
  /** The fields of the entries that change; an entry without any goes. */
  readonly entries: readonly { readonly id: number; readonly fields: readonly FieldChange[] }[];
  /** The fields that await their source, where those change. */
  readonly awaitingSource?: AwaitedFields | null;
  /** The values that are taken out, which other tables may have too. */
  readonly values: readonly { readonly field: string; readonly value: unknown }[];
}

interface Step {
  readonly entry: Entry;
  readonly change: FieldChange;
  /** Whether the value after it is one of the erased person. */
  readonly isForeign: boolean;
}

function isKey({ numbers, emails }: Sought): (field: string, value: unknown) => boolean {
  const keys = new Set(emails.map(emailKeyOf));
  return (field, value) =>
    typeof value === 'string' &&
    ((field === 'email' && keys.has(emailKeyOf(value))) ||
      (field === 'legacyNumber' && numbers.includes(value)));
}

/** Whether all that was written of the person in each state came from a row about the erased one. */
function foreignStates(sought: Sought, states: readonly Called[]): boolean[] {
  const isKnown = isKey(sought);
  const transient = transientStates(states);
  return states.map((state, place) => {
    const isKeyed = isKnown('email', state.email) || isKnown('legacyNumber', state.legacyNumber);
    return isNamedAs(state, sought) && (isKeyed || transient[place] === true);
  });
}

/** The values of a field that only the erased person's rows have brought. */
function foreignValues({ isForeign }: Pick<Step, 'isForeign'>, steps: readonly Step[]): unknown[] {
  const states = [
    { isForeign, value: steps[0]?.change.before },
    ...steps.map((step) => ({ isForeign: step.isForeign, value: step.change.after })),
  ];
  const own = states.filter((state) => !state.isForeign);
  return states
    .filter((state) => state.isForeign && !own.some(({ value }) => isDeepStrictEqual(value, state.value)))
    .map(({ value }) => value);
}

/** The changes of a field as if the erased person's values had never been there. */
function cleanedField(
  first: Pick<Step, 'isForeign'>,
  steps: readonly Step[],
  foreign: readonly unknown[],
): Map<Entry, FieldChange> {
  const kept = new Map<Entry, FieldChange>();
  let own = first.isForeign ? undefined : { value: steps[0]?.change.before };
  let wasForeign = first.isForeign;
  for (const { entry, change, isForeign } of steps) {
    if (!isForeign && !wasForeign) kept.set(entry, change);
    else if (!isForeign && own !== undefined && !isDeepStrictEqual(own.value, change.after))
      kept.set(entry, { ...change, before: own.value });
    if (!isForeign) own = { value: change.after };
    wasForeign = isForeign;
  }
  for (const [entry, change] of kept) {
    const { awaited, ...others } = change;
    const isOfOther = foreign.some((value) => isDeepStrictEqual(value, awaited?.sourceValue));
    if (awaited !== undefined && isOfOther) kept.set(entry, others);
  }
  return kept;
}

/**
 * The history of a person without the values of one who is erased, whose rows named this one by mistake: a value that
 * replaced such a value replaces the one from before it. What the person still has is theirs. A pure function.
 * @param history all entries that there are, in order
 */
export function withoutMistaken(
  sought: Sought,
  history: readonly Entry[],
  user: Called & { readonly awaitingSource: AwaitedFields | null },
): Cleaned {
  const isForeignState = foreignStates(sought, earlierStates(history, user));
  const isKnown = isKey(sought);
  const steps = new Map<string, Step[]>();
  history.forEach((entry, place) => {
    for (const change of entry.fields ?? []) {
      const isForeign = isForeignState[place + 1] === true || isKnown(change.field, change.after);
      steps.set(change.field, [...(steps.get(change.field) ?? []), { entry, change, isForeign }]);
    }
  });
  const cleaned = new Map<string, Map<Entry, FieldChange>>();
  const awaited = { ...user.awaitingSource };
  const values: { field: string; value: unknown }[] = [];
  for (const [field, all] of steps) {
    const before = all[0]?.change.before;
    const first = { isForeign: isForeignState[0] === true || isKnown(field, before) };
    const last = all.length - 1;
    const own = all.map((step, place) => (place === last ? { ...step, isForeign: false } : step));
    const foreign = foreignValues(first, own);
    cleaned.set(field, cleanedField(first, own, foreign));
    values.push(...foreign.map((value) => ({ field, value })));
    const sourceValue = awaited[field]?.sourceValue;
    if (foreign.some((value) => isDeepStrictEqual(value, sourceValue)))
      Reflect.deleteProperty(awaited, field);
  }
  for (const [field, { sourceValue }] of Object.entries(awaited))
    if (isKnown(field, sourceValue)) Reflect.deleteProperty(awaited, field);
  const entries = history.flatMap((entry) => {
    const { id, fields } = entry;
    if (fields === null) return [];
    const left = fields.flatMap(({ field }) => cleaned.get(field)?.get(entry) ?? []);
    return isDeepStrictEqual(left, fields) ? [] : [{ id, fields: left }];
  });
  const left = Object.keys(awaited).length === 0 ? null : awaited;
  return isDeepStrictEqual(left, user.awaitingSource)
    ? { entries, values }
    : { entries, awaitingSource: left, values };
}
