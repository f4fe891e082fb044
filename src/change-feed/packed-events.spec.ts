import type { Change } from './change.js';
import { TYPE_NAMES } from './change-types.js';
import { pack, unpack } from './packed-events.js';

function updated(subject: string, ...changed: string[]): Change {
  return { type: 'user.updated.v1', subject, data: { changed } };
}

/** What a reader of all scopes unpacks, as `[ordinal, type, subject, data]`. */
function unpacked(changes: readonly Change[], types: readonly string[] = TYPE_NAMES): unknown[] {
  return pack(changes).flatMap(({ text, lastOrdinal }) =>
    unpack(text, lastOrdinal, new Set(types)).map(({ ordinal, type, subject, data }) => [
      ordinal,
      type,
      subject,
      data,
    ]),
  );
}

describe('the events of a commit', () => {
  it('come back each once, numbered from 0, those that say the same together', () => {
    const ofRecord: Change = { type: 'progress.changed.v1', subject: 'a', data: { parts: ['student'] } };
    const changes = [updated('a', 'degree'), ofRecord, updated('b', 'email'), updated('c', 'degree')];
    expect(unpacked(changes)).toEqual([
      [0, 'user.updated.v1', 'a', { changed: ['degree'] }],
      [1, 'user.updated.v1', 'c', { changed: ['degree'] }],
      [2, 'user.updated.v1', 'b', { changed: ['email'] }],
      [3, 'progress.changed.v1', 'a', { parts: ['student'] }],
    ]);
  });

  it('come back without those of other types, which keep their numbers', () => {
    const restored: Change = { type: 'user.restored.v1', subject: 'a', data: {} };
    const changes = [updated('a', 'degree'), restored, updated('b', 'email')];
    expect(unpacked(changes, ['user.restored.v1'])).toEqual([[1, 'user.restored.v1', 'a', {}]]);
    expect(unpacked(changes, ['user.updated.v1'])).toEqual([
      [0, 'user.updated.v1', 'a', { changed: ['degree'] }],
      [2, 'user.updated.v1', 'b', { changed: ['email'] }],
    ]);
  });

  it('are a row for each scope', () => {
    const ofQueue: Change = { type: 'sync.item-changed.v1', subject: 'sub-1', data: {} };
    const rows = pack([ofQueue, updated('a'), updated('b')]);
    expect(rows.map(({ scope, lastOrdinal }) => [scope, lastOrdinal])).toEqual([
      ['users', 1],
      ['sync', 2],
    ]);
  });

  it('are several rows when they are more than a thousand', () => {
    const changes = Array.from({ length: 2500 }, (_, index) => updated(`p-${index}`, 'degree'));
    expect(pack(changes).map(({ lastOrdinal }) => lastOrdinal)).toEqual([999, 1999, 2499]);
    expect(unpacked(changes)).toHaveLength(2500);
  });
});
