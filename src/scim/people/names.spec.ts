import { isSoftDeleted, namesFrom, namesGained, withoutDeletion } from './names.js';

describe('the names of a person', () => {
  const ann = { firstName: 'Ann', lastName: 'Lee', isOne: false };
  const mohamed = { firstName: 'Mohamed', lastName: 'Mohamed', isOne: false };
  const sukarno = { firstName: 'Sukarno', lastName: 'Sukarno', isOne: true };

  it.each([
    ['two parts', ['Ann', 'Lee', undefined], undefined, ['Ann', 'Lee', false]],
    ['two equal parts', ['Mohamed', 'Mohamed', undefined], undefined, ['Mohamed', 'Mohamed', false]],
    ['a given name', ['Sukarno', undefined, undefined], undefined, ['Sukarno', 'Sukarno', true]],
    ['a family name', [undefined, 'van Gogh', undefined], undefined, ['van Gogh', 'van Gogh', true]],
    ['a whole name', [undefined, undefined, 'Ann Lee'], undefined, ['Ann', 'Lee', false]],
    ['a whole name of one word', [undefined, undefined, 'Teller'], undefined, ['Teller', 'Teller', true]],
    ['a given and another whole name', ['Ray', undefined, 'Teller'], undefined, ['Ray', 'Teller', false]],
    ['a given name, of a stored person', ['Anna', undefined, undefined], ann, ['Anna', 'Lee', false]],
    [
      'a given name, of two equal ones',
      ['Ahmed', undefined, undefined],
      mohamed,
      ['Ahmed', 'Mohamed', false],
    ],
    ['one of two equal ones', ['Mohamed', undefined, undefined], mohamed, ['Mohamed', 'Mohamed', false]],
    ['another only name', ['Soekarno', undefined, undefined], sukarno, ['Soekarno', 'Soekarno', true]],
    ['a second name', ['Achmed', 'Sukarno', undefined], sukarno, ['Achmed', 'Sukarno', false]],
    [
      'nothing, of a person of one name',
      [undefined, undefined, undefined],
      sukarno,
      ['Sukarno', 'Sukarno', true],
    ],
  ] as const)('from %s', (_, [givenName, familyName, whole], stored, [firstName, lastName, isOne]) => {
    expect(namesFrom({ givenName, familyName, whole }, stored)).toEqual({ firstName, lastName, isOne });
  });

  it.each([
    ['another whole name', ['Sukarno', undefined, 'Bung Karno'], sukarno, ['Sukarno', 'Sukarno', true]],
    [
      'a part and a whole name',
      ['Soekarno', undefined, 'Bung Karno'],
      sukarno,
      ['Soekarno', 'Soekarno', true],
    ],
    [
      'a whole name beside both parts',
      ['Sukarno', 'Sukarno', 'Bung Karno'],
      sukarno,
      ['Sukarno', 'Sukarno', true],
    ],
    ['a second name', ['Sukarno', 'Putra', 'Bung Karno'], sukarno, ['Sukarno', 'Putra', false]],
    ['a whole name alone', [undefined, undefined, 'Bung Karno'], sukarno, ['Bung', 'Karno', false]],
    ['a whole name, one of two parts removed', ['Ann', undefined, 'Ann Wu'], ann, ['Ann', 'Wu', false]],
  ] as const)('from %s in a PATCH', (_, [givenName, familyName, whole], stored, names) => {
    const [firstName, lastName, isOne] = names;
    expect(namesFrom({ givenName, familyName, whole }, stored, true)).toEqual({ firstName, lastName, isOne });
  });

  it('are unknown when a new person has none', () => {
    expect(namesFrom({ givenName: undefined, familyName: undefined, whole: undefined })).toBeUndefined();
  });
});

const DIGITS = '0123456789abcdef0123456789ABCDEF';

describe('a name with 32 hexadecimal digits before it', () => {
  it.each([
    ['of a person who has the rest of it', `${DIGITS}bob@example.edu`, ['Bob@example.edu'], false, true],
    [
      'of one who has the rest, of digits alone',
      `${DIGITS}ada@example.edu`,
      ['ada@example.edu'],
      false,
      true,
    ],
    ['of one who has left', `${DIGITS}bob@example.edu`, ['robert@example.edu'], true, true],
    ['of one who is here', `${DIGITS}bob@example.edu`, ['robert@example.edu'], false, false],
    ['of digits alone, of one who has left', `${DIGITS}ada@example.edu`, [], true, false],
    ['and nothing more before the @', `${DIGITS}@example.edu`, [], true, false],
    ['but for one digit', `${DIGITS.slice(1)}-bob@example.edu`, [], true, false],
    ['that is no address', `${DIGITS}bob`, ['bob'], true, false],
  ])('%s', (_, text, own, hasLeft, expected) => {
    expect(isSoftDeleted(text, own, hasLeft)).toBe(expected);
  });

  it('is the name without them before the deletion', () => {
    expect(withoutDeletion(`${DIGITS}bob@example.edu`)).toBe('bob@example.edu');
    expect(withoutDeletion('bob@example.edu')).toBe('bob@example.edu');
  });
});

describe('the names that a person gets', () => {
  const [bob, deleted, ann] = ['bob@example.edu', `${DIGITS}bob@example.edu`, 'ann@example.edu'];

  it.each([
    ['of a new person', [bob, ann], [], [bob, bob, ann, ann]],
    ['of a deleted one, with those before the deletion', [deleted, ann], [], [deleted, bob, ann, ann]],
    ['are not those of now', [deleted, 'Ann@example.edu'], [ann, deleted], []],
    ['are not those of before the deletion of one who is called so', [deleted, ann], [bob, ann], [deleted]],
    ['are those of before the deletion of one who comes back', [bob, ann], [deleted, ann], [bob, bob]],
  ])('%s', (_, sent, own, expected) => {
    expect(namesGained(sent, own)).toEqual(expected);
  });
});
