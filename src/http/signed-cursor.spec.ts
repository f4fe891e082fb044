import { fc } from '../../test/support/fast-check.js';
import { serverKeyOf, ServerKeys } from '../secrets/server-keys.js';
import { decodeCursor, encodeCursor } from './signed-cursor.js';

const KEY = new ServerKeys(serverKeyOf('a key of the server'));
const OTHER = new ServerKeys(serverKeyOf('another key'));
const CONTENT = {
  query: 'q',
  since: 0,
  until: 1_795_190_400_000,
  place: { stamp: 1, studentId: '950000001' },
};

function refusalOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return (error as { details?: unknown }).details;
  }
}

describe('a cursor', () => {
  it('gives back what was put into it', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ stringUnit: 'binary' })), (content) => {
        const expected: unknown = JSON.parse(JSON.stringify(content));
        expect(decodeCursor(KEY, 't1', encodeCursor(KEY, 't1', content))).toEqual(expected);
      }),
    );
  });

  it('is one word that needs no encoding in a URL', () => {
    expect(encodeCursor(KEY, 't1', { text: 'ÿÿÿ???>>>' })).toMatch(/^[\w-]+$/);
  });

  const cursor = encodeCursor(KEY, 't1', CONTENT);

  it('is read under the key before, too', () => {
    const rotated = new ServerKeys(OTHER.current, [KEY.current]);
    expect(decodeCursor(rotated, 't1', cursor)).toEqual(CONTENT);
    expect(decodeCursor(rotated, 't1', encodeCursor(rotated, 't1', CONTENT))).toEqual(CONTENT);
  });

  it('is refused when any one of its characters was changed', () => {
    for (let i = 0; i < cursor.length; i += 1) {
      const other = cursor[i] === 'A' ? 'B' : 'A';
      const tampered = cursor.slice(0, i) + other + cursor.slice(i + 1);
      expect(() => decodeCursor(KEY, 't1', tampered)).toThrow(
        'cursor must be the nextCursor of an earlier page',
      );
    }
  });

  it.each<[string, string, string]>([
    ['of another tenant', 't2', cursor],
    ['cut short', 't1', cursor.slice(0, -1)],
    ['with something added', 't1', `${cursor}A`],
    ['with a signature alone', 't1', Buffer.alloc(16).toString('base64url')],
    ['in the other base64 alphabet', 't1', `${cursor}==`],
    ['of free text', 't1', 'page 2'],
    ['that is empty', 't1', ''],
    ['signed with another key', 't1', encodeCursor(OTHER, 't1', CONTENT)],
  ])('%s is refused, with the field named', (_, tenantId, given) => {
    expect(refusalOf(() => decodeCursor(KEY, tenantId, given))).toEqual([
      {
        field: 'cursor',
        code: 'isCursor',
        message: 'cursor must be the nextCursor of an earlier page, unchanged',
      },
    ]);
  });
});
