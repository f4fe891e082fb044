import type { FieldChange } from '../../users/model/fields/field-changes.js';
import { withoutMistaken } from './mistaken-values.js';

const ANN = {
  numbers: ['950000001', 'S-1'],
  emails: ['ann@uni.edu'],
  firstNames: ['Ann'],
  lastNames: ['Lee'],
};
const BEN = {
  email: 'ben@uni.edu',
  legacyNumber: 'S-2',
  firstName: 'Ben',
  lastName: 'Cole',
  awaitingSource: null,
};

type Change = readonly [field: string, before: unknown, after: unknown];

const changed = (changes: readonly Change[]): FieldChange[] =>
  changes.map(([field, before, after]) => ({ field, before, after }));
const history = (...entries: readonly (readonly Change[])[]): { id: number; fields: FieldChange[] }[] =>
  entries.map((changes, place) => ({ id: place + 1, fields: changed(changes) }));

const TO_ANN: readonly Change[] = [
  ['email', 'ben@uni.edu', 'Ann@uni.edu'],
  ['firstName', 'Ben', 'Ann'],
  ['lastName', 'Cole', 'Lee'],
  ['degree', 'MSc', 'PhD'],
];
const BACK: readonly Change[] = TO_ANN.map(([field, before, after]) => [field, after, before]);

describe('the history of a person whom rows of an erased one named by mistake', () => {
  it.each<[string, readonly (readonly Change[])[], readonly (readonly [number, readonly Change[]])[]]>([
    [
      'is as if the rows had never been',
      [TO_ANN, BACK],
      [
        [1, []],
        [2, []],
      ],
    ],
    [
      'keeps what the correction has changed beside',
      [TO_ANN, [...BACK.slice(0, 3), ['degree', 'PhD', 'BSc']]],
      [
        [1, []],
        [2, [['degree', 'MSc', 'BSc']]],
      ],
    ],
    [
      'loses what later rows of the erased person said',
      [TO_ANN, [['degree', 'PhD', 'EdD']], [...BACK.slice(0, 3), ['degree', 'EdD', 'MSc']]],
      [
        [1, []],
        [2, []],
        [3, []],
      ],
    ],
    [
      'keeps the values that the person still has',
      [TO_ANN, BACK.slice(0, 3)],
      [
        [1, [['degree', 'MSc', 'PhD']]],
        [2, []],
      ],
    ],
    [
      "loses an address alone where only that was the erased person's",
      [
        [
          ['email', 'ben@uni.edu', 'ann@uni.edu'],
          ['degree', 'MSc', 'PhD'],
        ],
        [
          ['email', 'ann@uni.edu', 'ben@uni.edu'],
          ['degree', 'PhD', 'EdD'],
        ],
      ],
      [
        [1, [['degree', 'MSc', 'PhD']]],
        [2, [['degree', 'PhD', 'EdD']]],
      ],
    ],
    [
      'loses names that have come and gone',
      [TO_ANN.slice(1), BACK.slice(1)],
      [
        [1, []],
        [2, []],
      ],
    ],
    [
      'keeps the former name of a namesake',
      [
        [
          ['lastName', 'Lee', 'Cole'],
          ['firstName', 'Ann', 'Ben'],
        ],
      ],
      [],
    ],
    ['loses what the first row of all was about', [BACK], [[1, []]]],
    ['stays where it names other people', [[['degree', 'PhD', 'EdD']], [['lastName', 'Lee', 'Cole']]], []],
  ])('%s', (_, entries, wanted) => {
    const { entries: cleaned } = withoutMistaken(ANN, history(...entries), BEN);
    expect(cleaned).toEqual(wanted.map(([id, changes]) => ({ id, fields: changed(changes) })));
  });

  it('awaits no value of the erased person from its source', () => {
    const approved = {
      source: null,
      cause: 'administrator',
      submissionId: null,
      actor: 'admin:1',
      since: '',
    } as const;
    const awaitingSource = {
      lastName: { ...approved, sourceValue: 'Lee' },
      degree: { ...approved, sourceValue: 'BSc' },
    };
    const { awaitingSource: left } = withoutMistaken(ANN, history(TO_ANN, BACK), { ...BEN, awaitingSource });
    expect(left).toEqual({ degree: awaitingSource.degree });
  });

  it.each<[string, readonly (readonly Change[])[], readonly unknown[]]>([
    ['those of the rows of the erased person', [TO_ANN, BACK], ['Ann@uni.edu', 'Ann', 'Lee', 'PhD']],
    [
      'none that the other person had before',
      [[['degree', 'PhD', 'MSc']], TO_ANN, BACK],
      ['Ann@uni.edu', 'Ann', 'Lee'],
    ],
    [
      'none that the other person had later',
      [TO_ANN, BACK, [['degree', 'MSc', 'PhD']], [['degree', 'PhD', 'EdD']]],
      ['Ann@uni.edu', 'Ann', 'Lee'],
    ],
    [
      'none that the other person has now',
      [TO_ANN, BACK, [['degree', 'MSc', 'PhD']]],
      ['Ann@uni.edu', 'Ann', 'Lee'],
    ],
  ])('takes out of other tables %s', (_, entries, wanted) => {
    const { values } = withoutMistaken(ANN, history(...entries), BEN);
    expect(values.map(({ value }) => value)).toEqual(wanted);
  });

  it('awaits a value that both have sent', () => {
    const degree = {
      source: null,
      cause: 'administrator',
      submissionId: null,
      actor: 'admin:1',
      since: '',
      sourceValue: 'PhD',
    } as const;
    const entries = history([['degree', 'PhD', 'MSc']], TO_ANN, BACK);
    expect(withoutMistaken(ANN, entries, { ...BEN, awaitingSource: { degree } })).not.toHaveProperty(
      'awaitingSource',
    );
  });
});
