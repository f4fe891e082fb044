import { chooseRule } from './choose-rule.js';

const always = { name: 'always', field: 'degree', submitted: null, recorded: null, anyRecorded: false };
const ofPair = { name: 'pair', field: 'degree', submitted: 'PhD', recorded: 'EdD', anyRecorded: false };
const ofNewcomers = {
  name: 'not set',
  field: 'degree',
  submitted: 'PhD',
  recorded: null,
  anyRecorded: false,
};
const ofValue = { name: 'value', field: 'degree', submitted: 'PhD', recorded: null, anyRecorded: true };
const ofNames = { name: 'names', field: 'lastName', submitted: null, recorded: null, anyRecorded: false };

describe('the rule that decides a discrepancy', () => {
  it.each([
    ['no rule', [], 'PhD', 'EdD', undefined],
    ['only rules about other fields', [ofNames], 'PhD', 'EdD', undefined],
    ['a rule about all values', [always], 'PhD', 'EdD', 'always'],
    ['a rule about all values, and nothing recorded', [always], 'PhD', null, 'always'],
    ['a rule about this pair', [ofPair], 'PhD', 'EdD', 'pair'],
    ['a rule about another pair', [ofPair], 'EdD', 'PhD', undefined],
    ['a pair with another recorded value', [ofPair], 'PhD', null, undefined],
    ['a pair with nothing recorded', [ofNewcomers], 'PhD', null, 'not set'],
    ['a pair with nothing recorded, and a recorded value', [ofNewcomers], 'PhD', 'EdD', undefined],
    ['both, the one about the pair first', [ofPair, always], 'PhD', 'EdD', 'pair'],
    ['both, the one about the pair last', [always, ofPair], 'PhD', 'EdD', 'pair'],
    ['both, of which the pair is another one', [ofPair, always], 'MA', 'EdD', 'always'],
    ['a rule about the submitted value', [ofValue], 'PhD', 'EdD', 'value'],
    ['a rule about the submitted value, and nothing recorded', [ofValue], 'PhD', null, 'value'],
    ['a rule about another submitted value', [ofValue], 'MA', 'EdD', undefined],
    ['all three', [always, ofValue, ofPair], 'PhD', 'EdD', 'pair'],
    ['all three, and another recorded value', [always, ofValue, ofPair], 'PhD', 'MA', 'value'],
    ['values in another case, which are other values', [ofPair], 'phd', 'EdD', undefined],
  ] as const)('is, with %s, the right one', (_, rules, submitted, recorded, name) => {
    expect(chooseRule<(typeof rules)[number]>(rules, { field: 'degree', submitted, recorded })?.name).toBe(
      name,
    );
  });
});
