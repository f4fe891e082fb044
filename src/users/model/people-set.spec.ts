import { PeopleSet } from './people-set.js';

const ids = (from: number, count: number, step = 1): string[] =>
  Array.from({ length: count }, (_, n) => `950${String(from + n * step).padStart(6, '0')}`);

describe('a set of people', () => {
  it.each([
    ['no one', []],
    ['one', ['950000001']],
    ['people of both kinds of IDs', ['950000001', '950008192', '951000001', '9501000000']],
    ['all of a block', ids(0, 8192)],
    ['a few of many blocks', ids(7, 300, 9000)],
    ['IDs that callers have brought', ['950001234', '9500001234', `950${'9'.repeat(61)}`]],
  ])('of %s is the same after it was stored', (_, members) => {
    const set = PeopleSet.of(members);
    const read = PeopleSet.from(set.stored());
    expect(read.size).toBe(members.length);
    expect([...read].sort()).toEqual([...members].sort());
  });

  it('has whom it was given, counts no one twice, and leaves out what is no ID', () => {
    const set = PeopleSet.of(['950000001', '950000001', 'S-1']);
    set.add(['950000001', '951000001']);
    expect(set.size).toBe(2);
    expect(['950000001', '951000001', '951000002', 'S-1'].map((id) => set.has(id))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it.each([
    ['without others', (one: PeopleSet, other: PeopleSet) => one.without(other), ['950000001']],
    ['within another', (one: PeopleSet, other: PeopleSet) => one.within(other), ['950000002', '951000001']],
  ])('%s has whom the words say', (_, combine, expected) => {
    const one = PeopleSet.of(['950000001', '950000002', '951000001']);
    const other = PeopleSet.of(['950000002', '951000001', '950009000']);
    const combined = combine(one, other);
    expect([...combined]).toEqual(expected);
    expect(combined.size).toBe(expected.length);
  });

  it('takes the members of another, counting each once', () => {
    const set = PeopleSet.of(ids(0, 100));
    set.addAll(PeopleSet.of(ids(50, 100)));
    expect(set.size).toBe(150);
  });

  it('of a million consecutive IDs is stored in less than 130 KiB', () => {
    expect(PeopleSet.of(ids(0, 1_000_000)).stored().length).toBeLessThan(130 * 1024);
  });
});
