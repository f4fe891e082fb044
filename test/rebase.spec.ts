import { rebase } from '../pages/src/ui/rebase.js';

const BEGUN = { limit: '10', quiet: { from: '', until: '' }, terms: ['Fall'] };

describe('a form on top of what is stored now', () => {
  it.each([
    ['keeps a field that was changed', { ...BEGUN, limit: '20' }, BEGUN, { ...BEGUN, limit: '20' }],
    [
      'gets a field that only another has changed',
      BEGUN,
      { ...BEGUN, limit: '30' },
      { ...BEGUN, limit: '30' },
    ],
    [
      'keeps a field that both have changed',
      { ...BEGUN, limit: '20' },
      { ...BEGUN, limit: '30' },
      { ...BEGUN, limit: '20' },
    ],
    [
      'looks at the fields of a group one by one',
      { ...BEGUN, quiet: { from: '22:00', until: '' } },
      { ...BEGUN, quiet: { from: '', until: '06:00' } },
      { ...BEGUN, quiet: { from: '22:00', until: '06:00' } },
    ],
    [
      'keeps a list that was changed as a whole',
      { ...BEGUN, terms: ['Fall', 'Spring'] },
      { ...BEGUN, terms: ['Autumn'] },
      { ...BEGUN, terms: ['Fall', 'Spring'] },
    ],
  ])('%s', (_rule, form, stored, expected) => {
    expect(rebase(BEGUN, form, stored)).toEqual(expected);
  });

  it.each([
    ['form', { ...BEGUN, limit: '20', terms: ['Autumn'] }],
    ['stored', { ...BEGUN, limit: '20', terms: ['Winter'] }],
  ] as const)(
    'prefers the %s in a field that both have changed, and in no other one',
    (preferred, expected) => {
      const mine = { ...BEGUN, limit: '20', terms: ['Autumn'] };
      const theirs = { ...BEGUN, terms: ['Winter'] };
      expect(rebase(BEGUN, mine, theirs, preferred)).toEqual(expected);
    },
  );
});

describe('a list whose items have an identity, on top of what is stored now', () => {
  const item = (code: string, name = code, days = '') => ({ code, name, days });
  const of = (...items: object[]) => ({ rows: items });
  const [one, two, three] = [item('a'), item('b'), item('c')];
  const begun = of(one, two, three);

  it.each([
    [
      'keeps what each has changed of another item',
      of(item('a', 'mine'), two, three),
      of(one, two, item('c', 'theirs')),
      of(item('a', 'mine'), two, item('c', 'theirs')),
    ],
    [
      'keeps what each has changed of another field of the same item',
      of(item('a', 'mine'), two, three),
      of(item('a', 'a', '30'), two, three),
      of(item('a', 'mine', '30'), two, three),
    ],
    [
      'keeps the items that each has added, behind the one they were put behind',
      of(one, item('m'), two, three),
      of(one, two, three, item('t')),
      of(one, item('m'), two, three, item('t')),
    ],
    ['is without the items that one of them has removed', of(two, three), of(one, two), of(two)],
    [
      'has the order of the one who has moved items',
      of(one, item('b', 'mine'), three),
      of(three, one, two),
      of(three, one, item('b', 'mine')),
    ],
  ])('%s, with either side preferred', (_rule, mine, theirs, expected) => {
    expect(rebase(begun, mine, theirs)).toEqual(expected);
    expect(rebase(begun, mine, theirs, 'stored')).toEqual(expected);
  });

  it.each([
    ['form', of(item('a', 'mine'), three)],
    ['stored', of(item('a', 'theirs'), item('b', 'theirs'), three)],
  ] as const)(
    'has the change or removal of the %s where both have changed an item',
    (preferred, expected) => {
      const mine = of(item('a', 'mine'), three);
      const theirs = of(item('a', 'theirs'), item('b', 'theirs'), three);
      expect(rebase(begun, mine, theirs, preferred)).toEqual(expected);
    },
  );

  it('is taken as a whole where two items have the same identity, or one has none yet', () => {
    const mine = of(one, two, item(''));
    const theirs = of(one, two, item('c', 'theirs'));
    expect(rebase(begun, mine, theirs)).toEqual(mine);
    expect(rebase(begun, mine, theirs, 'stored')).toEqual(theirs);
    expect(rebase(begun, of(one, one), theirs)).toEqual(of(one, one));
  });

  it('does not take another key of the same row for a change', () => {
    const keyed = (first: number, ...items: object[]) =>
      of(...items.map((row, index) => ({ key: first + index, ...row })));
    const theirs = keyed(10, one, two, item('c', 'theirs'));
    const mine = keyed(20, one, two, three);
    expect(rebase(keyed(1, one, two, three), mine, theirs, 'form')).toEqual(theirs);
    expect(rebase(keyed(1, one, two, three), theirs, mine, 'stored')).toEqual(theirs);
  });
});
