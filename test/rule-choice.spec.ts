import {
  ANY,
  choiceOf,
  EACH,
  keyOf,
  type ChoosableGroup,
  rulesOf,
} from '../pages/src/discrepancies/rule-choice.js';

const KEY = 'g1';

function groupOf(...values: readonly (string | null)[]): ChoosableGroup {
  const recorded = values.map((value) => ({ value }));
  return { groupKey: KEY, recorded };
}

describe('a rule of a group of discrepancies', () => {
  it('is one for each recorded value, until another choice is made', () => {
    const recorded = groupOf('MA', null);
    expect(rulesOf([recorded], {})).toEqual([{ groupKey: KEY, recorded: 'MA' }, { groupKey: KEY }]);
    expect(choiceOf({}, groupOf('MA'))).toBe(keyOf('MA'));
  });

  it.each([
    ['goes before another one', ['MA', 'BA', 'EdD']],
    ['is the only one left', ['BA']],
  ])('is about the value that was chosen when it %s', (_, values) => {
    expect(rulesOf([groupOf(...values)], { [KEY]: keyOf('BA') })).toEqual([
      { groupKey: KEY, recorded: 'BA' },
    ]);
  });

  it('is about any recorded value only when that was chosen', () => {
    const gone = { [KEY]: keyOf('EdD') };
    expect(choiceOf(gone, groupOf('MA', 'BA'))).toBe(EACH);
    expect(rulesOf([groupOf('MA')], gone)).toEqual([{ groupKey: KEY, recorded: 'MA' }]);
    expect(rulesOf([groupOf('MA', 'BA')], { [KEY]: ANY })).toEqual([{ groupKey: KEY, anyRecorded: true }]);
  });
});
