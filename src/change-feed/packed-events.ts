import type { Change, ChangeData } from './change.js';
import { CHANGE_TYPES, type ChangeType, FEED_SCOPES, type FeedScope } from './change-types.js';

/** Events that say the same of several subjects. A nightly upload changes the same few fields of many people. */
type Group = readonly [type: ChangeType, data: ChangeData, subjects: readonly string[]];

/** Events that are stored in one row. */
export interface PackedEvents {
  readonly scope: FeedScope;
  /** The place of its last event among those of the commit, counted from 0. */
  readonly lastOrdinal: number;
  readonly text: string;
}

/** An event that was unpacked, with its place within the commit. */
export interface UnpackedEvent {
  readonly ordinal: number;
  readonly type: ChangeType;
  readonly subject: string;
  readonly data: ChangeData;
}

const MOST_OF_ROW = 1000;

/** The rows for the changes of a commit. */
export function pack(changes: readonly Change[]): PackedEvents[] {
  const rows: PackedEvents[] = [];
  let ordinal = -1;
  for (const scope of FEED_SCOPES) {
    const ofScope = changes.filter(({ type }) => CHANGE_TYPES[type] === scope);
    for (let from = 0; from < ofScope.length; from += MOST_OF_ROW) {
      const row = ofScope.slice(from, from + MOST_OF_ROW);
      ordinal += row.length;
      rows.push({ scope, lastOrdinal: ordinal, text: JSON.stringify(grouped(row)) });
    }
  }
  return rows;
}

/** The events of these types in a stored row, in their order. */
export function unpack(
  text: string,
  lastOrdinal: number,
  types: { readonly has: (type: ChangeType) => boolean },
): UnpackedEvent[] {
  const groups = JSON.parse(text) as Group[];
  const events: UnpackedEvent[] = [];
  let ordinal = lastOrdinal + 1 - groups.reduce((sum, [, , subjects]) => sum + subjects.length, 0);
  for (const [type, data, subjects] of groups) {
    if (types.has(type))
      for (const [index, subject] of subjects.entries())
        events.push({ ordinal: ordinal + index, type, subject, data });
    ordinal += subjects.length;
  }
  return events;
}

function grouped(changes: readonly Change[]): Group[] {
  const groups = new Map<string, readonly [ChangeType, ChangeData, string[]]>();
  for (const { type, data, subject } of changes) {
    const key = type + JSON.stringify(data);
    const group = groups.get(key) ?? ([type, data, []] as const);
    group[2].push(subject);
    groups.set(key, group);
  }
  return [...groups.values()];
}
