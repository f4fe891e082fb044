import { fc } from '../../test/support/fast-check.js';
import { maskBody } from './mask.js';

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
const nested = (levels: number): unknown => (levels === 0 ? 'Ann' : { a: nested(levels - 1) });

describe('a masked body', () => {
  it.each<[string, unknown, unknown]>([
    [
      'names and lengths of texts',
      { lastName: 'Zoë', email: 'a@x.edu' },
      { lastName: '•••3', email: '•••7' },
    ],
    [
      'choices from a list',
      { accountType: 'Staff', accountStatus: 'inactive' },
      { accountType: 'Staff', accountStatus: 'inactive' },
    ],
    ['no other text in place of a choice', { accountType: 'Ann Smith' }, { accountType: '•••9' }],
    ['no choice of another field', { lastName: 'Staff' }, { lastName: '•••5' }],
    ['booleans and null', { hideProfilePage: true, degree: null }, { hideProfilePage: true, degree: null }],
    ['that a text is empty', { degree: '' }, { degree: '' }],
    ['settings', { pacing: { dueSoonDays: 14 } }, { pacing: { dueSoonDays: 14 } }],
    ['no other number', { yearOfEntry: 2024, id: 950000001 }, { yearOfEntry: '•••', id: '•••' }],
    [
      'shapes',
      { languages: ['en', 'de'], facultyProfile: { bio: 'x', list: [[1]] } },
      { languages: ['•••2', '•••2'], facultyProfile: { bio: '•••1', list: [['•••']] } },
    ],
    [
      'not even the length of a secret',
      { password: 'hunter2', apiSecret: '' },
      { password: '•••', apiSecret: '' },
    ],
    [
      'nothing of what a university added itself',
      { customFields: { isDisabled: true, number: 3, accountType: 'Staff', none: null } },
      { customFields: { isDisabled: '•••', number: '•••', accountType: '•••5', none: null } },
    ],
    ['nothing of a form', { fields: { status: 'draft' } }, { fields: { status: '•••5' } }],
    ['no value in place of a name', { 'ann@x.edu': 1, 'Ann Smith': 2 }, { '•••9': '•••' }],
    [
      'what a PATCH changes, and no value of it',
      { Operations: [{ op: 'Replace', path: 'name.givenName', value: 'Ann' }] },
      { Operations: [{ op: 'Replace', path: 'name.givenName', value: '•••3' }] },
    ],
    [
      'no condition in a path',
      { op: 'add', path: 'emails[value eq "a@x.edu"]', value: { value: 'a@x.edu' } },
      { op: 'add', path: '•••26', value: { value: '•••7' } },
    ],
    [
      'not even the length of a secret that a PATCH sets',
      { op: 'replace', path: 'password', value: 'hunter2', other: { value: 'hunter2' } },
      { op: 'replace', path: 'password', value: '•••', other: { value: '•••7' } },
    ],
    [
      'the names of schemas',
      { schemas: ['urn:ietf:a:2.0:User', 'Ann Smith'], 'urn:ietf:a:2.0:User': { department: 'Law' } },
      { schemas: ['urn:ietf:a:2.0:User', '•••9'], 'urn:ietf:a:2.0:User': { department: '•••3' } },
    ],
    ['a path of SCIM alone', { path: '/Users/950000001' }, { path: '/Users/950000001' }],
    ['no other path', { path: '/home/Ann Smith' }, { path: '•••15' }],
    ['a list', ['Ann', 7, true], ['•••3', '•••', true]],
    ['a bare text', 'Ann', '•••3'],
    ['no body', undefined, null],
  ])('keeps %s', (_, body, expected) => {
    expect(maskBody(body)).toEqual(expected);
  });

  it('shows less of what is deep or wide, and says so', () => {
    expect(JSON.stringify(maskBody(nested(10)))).toBe('{"a":{"a":{"a":{"a":{"a":{"a":"…"}}}}}}');
    const wide = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`f${index}`, 1]));
    expect(Object.keys(maskBody(wide) as object)).toHaveLength(65);
    expect(maskBody(wide)).toMatchObject({ f63: '•••', '…': '36 more' });
    expect(maskBody(Array.from({ length: 70 }, () => true))).toHaveLength(65);
  });

  it.each(['constructor', 'toString', 'hasOwnProperty', '__proto__'])('may have a field named %s', (name) => {
    expect(JSON.stringify(maskBody(JSON.parse(`{"${name}":"Ann"}`)))).toBe(`{"${name}":"•••3"}`);
  });

  it('has an own field when a caller sent __proto__', () => {
    expect(JSON.stringify(maskBody(JSON.parse('{"__proto__":{"x":"y"}}')))).toBe(
      '{"__proto__":{"x":"•••1"}}',
    );
  });

  it('takes at most 4 KiB and shows no text of any body', () => {
    const word = fc.string({ unit: fc.constantFrom('ä', 'ß', '!'), minLength: 2, maxLength: 300 });
    const { body } = fc.letrec((tie) => ({
      body: fc.oneof(
        { maxDepth: 8 },
        word,
        fc.array(tie('body'), { maxLength: 120 }),
        fc.dictionary(fc.oneof(word, fc.string({ maxLength: 60 })), tie('body'), { maxKeys: 90 }),
      ),
    }));
    fc.assert(
      fc.property(body, (value) => {
        const masked = maskBody(value);
        expect(sizeOf(masked)).toBeLessThanOrEqual(4096);
        expect(JSON.stringify(masked)).not.toMatch(/[äß!]/);
      }),
      { numRuns: 200 },
    );
  });
});
