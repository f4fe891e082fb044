import {
  foldName,
  nameKeyOf,
  nameKeyPartsOf,
  type NamedPerson,
  soundOf,
  transposedKeyPartsOf,
} from './name-key.js';

function named(firstName: string, lastName: string, entry: Partial<NamedPerson> = {}): NamedPerson {
  return { firstName, lastName, monthOfEntry: 9, yearOfEntry: 2024, ...entry };
}

describe('a folded name', () => {
  it.each([
    ['Müller', 'muller'],
    ["O'Brien-Smith", 'obriensmith'],
    ['Łukasz Żądło', 'lukaszzadlo'],
    ['Straße', 'strasse'],
    ['ΆΝΝΑ', 'αννα'],
    ['王 小明', '王小明'],
    ['-', ''],
  ])('of %s is %s', (name, folded) => {
    expect(foldName(name)).toBe(folded);
  });

  it('is the same for one name in two forms of Unicode', () => {
    expect(foldName('Zoe\u0308')).toBe(foldName('Zo\u00eb'));
  });
});

describe('the sound of a name', () => {
  it.each([
    ['Smith', 'Smyth'],
    ['Schmidt', 'Schmitt'],
    ['Okafor', 'Okaphor'],
    ['Catherine', 'Kathryn'],
    ['Philip', 'Filip'],
    ['Knight', 'Night'],
    ['Jeffrey', 'Geoffrey'],
    ['Wright', 'Rite'],
    ['Lindqvist', 'Lindkvist'],
    ['Weiß', 'Weiss'],
    ['Erik', 'Arick'],
  ])('is the same for %s and %s', (one, other) => {
    expect(soundOf(foldName(one))).toBe(soundOf(foldName(other)));
  });

  it.each([
    ['Smith', 'Jones'],
    ['Lee', 'Kim'],
    ['王', '李'],
    ['Иванов', 'Петров'],
  ])('differs for %s and %s', (one, other) => {
    expect(soundOf(foldName(one))).not.toBe(soundOf(foldName(other)));
  });
});

describe('the key of a name', () => {
  const key = nameKeyOf(named('John', 'Smith'));

  it('is never changed: stored people are found by it', () => {
    expect(key.toString('hex')).toBe('b51af50d05d96be9');
  });

  it('begins alike for names that sound alike, whatever the entry and the rest of the first name', () => {
    const { block } = nameKeyPartsOf(named('John', 'Smith'));
    expect(nameKeyPartsOf(named('Jon', 'Smyth', { yearOfEntry: 1999 })).block).toBe(block);
    expect(nameKeyPartsOf(named('Jane', 'Smith')).block).toBe(block);
    expect(nameKeyPartsOf(named('Paul', 'Smith')).block).not.toBe(block);
  });

  it.each<[string, NamedPerson, NamedPerson]>([
    ['of the last name', named('John', 'Msith'), named('John', 'Smith')],
    ['of the first name', named('Onah', 'Smith'), named('Noah', 'Smith')],
    ['of a name in another script', named('明小', '王'), named('小明', '王')],
  ])('of two exchanged letters %s is among the transposed ones', (_, sent, stored) => {
    const { block } = nameKeyPartsOf(stored);
    expect(nameKeyPartsOf(sent).block).not.toBe(block);
    expect(transposedKeyPartsOf(sent).map((parts) => parts.block)).toContain(block);
  });

  it('has no transposed one where that would sound alike, and few for any name', () => {
    expect(transposedKeyPartsOf(named('Ann', 'Lee')).map(({ block }) => block)).not.toContain(
      nameKeyPartsOf(named('Ann', 'Lee')).block,
    );
    expect(transposedKeyPartsOf(named('Ж'.repeat(20), 'абвгдежзиклмнопрст')).length).toBeLessThan(10);
  });

  it.each<[string, Partial<NamedPerson>, Partial<NamedPerson>]>([
    ['an unknown entry before any', { yearOfEntry: null }, { yearOfEntry: 1000 }],
    ['a month before the next', { monthOfEntry: 8 }, { monthOfEntry: 9 }],
    ['December before January', { yearOfEntry: 2023, monthOfEntry: 12 }, { monthOfEntry: 1 }],
    ['a year without a month within the year', { monthOfEntry: null }, { monthOfEntry: 7 }],
    ['a far year after a near one', {}, { yearOfEntry: 9999 }],
  ])('orders %s', (_, earlier, later) => {
    const keys = [earlier, later].map((entry) => nameKeyOf(named('John', 'Smith', entry)));
    expect(Buffer.compare(keys[0] ?? key, keys[1] ?? key)).toBe(-1);
  });
});
