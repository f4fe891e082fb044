import { emailKeyOf, formatId, hasIdForm, prefixFor } from './user-ids.js';

describe('an ID', () => {
  it.each([
    ['950000001', true],
    ['951000001', true],
    ['950999999', true],
    ['9501000000', true],
    [`950${'1'.repeat(61)}`, true],
    ['95000001', false],
    ['952000001', false],
    ['949000001', false],
    ['0950000001', false],
    ['950000001\n', false],
    ['950000001 ', false],
    ['950-000001', false],
    ['95000000a', false],
    ['950٠٠٠٠٠١', false],
    ['S-950000001', false],
    ['', false],
  ])('%j has its form: %s', (externalId, expected) => {
    expect(hasIdForm(externalId)).toBe(expected);
  });

  it.each([
    ['950', 1, '950000001'],
    ['951', 42, '951000042'],
    ['950', 999_999, '950999999'],
    ['950', 1_000_000, '9501000000'],
    ['951', 1_000_001, '9511000001'],
    ['950', 10_000_000, '95010000000'],
  ] as const)('of prefix %s and number %i is %s', (prefix, number, id) => {
    expect(formatId(prefix, number)).toBe(id);
    expect(hasIdForm(id)).toBe(true);
  });

  it.each([
    ['Student', '950'],
    ['Faculty', '951'],
    ['Staff', '951'],
  ] as const)('of a %s begins with %s', (accountType, prefix) => {
    expect(prefixFor(accountType)).toBe(prefix);
  });
});

describe('the key of an e-mail address', () => {
  it.each([
    ['case', 'Ann.LEE@Example.EDU', 'ann.lee@example.edu'],
    ['Unicode composition', 'rene\u0301e@example.edu', 'renée@example.edu'],
    ['case of what is not ASCII', 'ÅSA@example.edu', 'a\u030Asa@example.edu'],
    ['a final sigma', 'ΜΑΡΙΟΣ@example.edu', 'μαριος@example.edu'],
  ])('ignores %s', (_, one, other) => {
    expect(emailKeyOf(one)).toBe(emailKeyOf(other));
  });

  it.each([
    ['an accent', 'andre@example.edu', 'andré@example.edu'],
    ['a dotless i', 'ı@example.edu', 'i@example.edu'],
    ['a sharp s', 'straße@example.edu', 'strasse@example.edu'],
    ['a dot', 'a.b@example.edu', 'ab@example.edu'],
    ['a tag', 'ann+x@example.edu', 'ann@example.edu'],
    ['a full-width letter', 'ａ@example.edu', 'a@example.edu'],
  ])('distinguishes %s', (_, one, other) => {
    expect(emailKeyOf(one)).not.toBe(emailKeyOf(other));
  });

  it('fits its column of 254 characters also when lower-casing lengthens the address', () => {
    const longest = (letter: string): string => `${letter.repeat(32)}@${'d'.repeat(217)}.edu`;

    const key = emailKeyOf(longest('İ'));

    expect([...longest('İ')]).toHaveLength(254);
    expect([...key].length).toBeLessThanOrEqual(254);
    expect(key).toBe(emailKeyOf(longest('i\u0307')));
    expect(key).not.toBe(emailKeyOf(longest('İ').replace('ddd.edu', 'dde.edu')));
  });
});
