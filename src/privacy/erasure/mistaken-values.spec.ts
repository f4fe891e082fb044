import type { FieldChange } from '../../users/model/fields/field-changes.js';
import { withoutMistaken } from './mistaken-values.js';

const NAMES = { firstNames: ['Ann'], lastNames: ['Lee'] };
const ANN = { numbers: ['950000001', 'S-1'], emails: ['ann@uni.edu'], ...NAMES };
const KEYS = { email: 'ben@uni.edu', legacyNumber: 'S-2' };
const BEN = { ...KEYS, firstName: 'Ben', lastName: 'Cole', awaitingSource: null };
const APPROVED = {
  source: null,
  cause: 'administrator',
  submissionId: null,
  actor: 'admin:1',
  since: '',
} as const;

type Change = readonly [field: string, before: unknown, after: unknown];

const history = (...entries: readonly (readonly Change[])[]): { id: number; fields: FieldChange[] }[] =>
  entries.map((changes, place) => ({
    id: place + 1,
    fields: changes.map(([field, before, after]) => ({ field, before, after })),
  }));

const TO_ANN: readonly Change[] = [
  ['email', 'ben@uni.edu', 'Ann@uni.edu'],
  ['firstName', 'Ben', 'Ann'],
  ['lastName', 'Cole', 'Lee'],
  ['degree', 'MSc', 'PhD'],
];
const BACK: readonly Change[] = TO_ANN.map(([field, before, after]) => [field, after, before]);

describe('the history of a person whom rows of an erased one named by mistake', () => {
  const degree = (before: string, after: string): Change => ['degree', before, after];
  const NAMESAKE: readonly Change[] = [
    ['lastName', 'Lee', 'Cole'],
    ['firstName', 'Ann', 'Ben'],
  ];

  it.each<[string, entries: readonly (readonly Change[])[], cleaned: readonly (readonly Change[])[]]>([
    ['is as if the rows had never been', [TO_ANN, BACK], [[], []]],
    [
      'keeps what the correction has changed beside',
      [TO_ANN, [...BACK.slice(0, 3), degree('PhD', 'BSc')]],
      [[], [degree('MSc', 'BSc')]],
    ],
    [
      'loses what later rows of the erased person said',
      [TO_ANN, [degree('PhD', 'EdD')], [...BACK.slice(0, 3), degree('EdD', 'MSc')]],
      [[], [], []],
    ],
    ['keeps the values that the person still has', [TO_ANN, BACK.slice(0, 3)], [[degree('MSc', 'PhD')], []]],
    [
      "loses an address alone where only that was the erased person's",
      [
        [['email', 'ben@uni.edu', 'ann@uni.edu'], degree('MSc', 'PhD')],
        [['email', 'ann@uni.edu', 'ben@uni.edu'], degree('PhD', 'EdD')],
      ],
      [[degree('MSc', 'PhD')], [degree('PhD', 'EdD')]],
    ],
    ['loses names that have come and gone', [TO_ANN.slice(1), BACK.slice(1)], [[], []]],
    ['keeps the former name of a namesake', [NAMESAKE], []],
    ['loses what the first row of all was about', [BACK], [[]]],
    ['stays where it names other people', [[degree('PhD', 'EdD')], NAMESAKE.slice(0, 1)], []],
  ])('%s', (_, entries, cleaned) => {
    expect(withoutMistaken(ANN, history(...entries), BEN).entries).toEqual(history(...cleaned));
  });

  it('awaits no value of the erased person from its source', () => {
    const awaitingSource = {
      lastName: { ...APPROVED, sourceValue: 'Lee' },
      degree: { ...APPROVED, sourceValue: 'BSc' },
    };
    const { awaitingSource: left } = withoutMistaken(ANN, history(TO_ANN, BACK), { ...BEN, awaitingSource });
    expect(left).toEqual({ degree: awaitingSource.degree });
  });

  const NO_DEGREE = ['Ann@uni.edu', 'Ann', 'Lee'];

  it.each<[string, readonly (readonly Change[])[], readonly unknown[]]>([
    ['those of the rows of the erased person', [TO_ANN, BACK], [...NO_DEGREE, 'PhD']],
    ['none that the other person had before', [[degree('PhD', 'MSc')], TO_ANN, BACK], NO_DEGREE],
    [
      'none that the other person had later',
      [TO_ANN, BACK, [degree('MSc', 'PhD')], [degree('PhD', 'EdD')]],
      NO_DEGREE,
    ],
    ['none that the other person has now', [TO_ANN, BACK, [degree('MSc', 'PhD')]], NO_DEGREE],
  ])('takes out of other tables %s', (_, entries, wanted) => {
    const { values } = withoutMistaken(ANN, history(...entries), BEN);
    expect(values.map(({ value }) => value)).toEqual(wanted);
  });

  it('awaits a value that both have sent', () => {
    const awaitingSource = { degree: { ...APPROVED, sourceValue: 'PhD' } };
    const entries = history([degree('PhD', 'MSc')], TO_ANN, BACK);
    const cleaned = withoutMistaken(ANN, entries, { ...BEN, awaitingSource });
    expect(cleaned).not.toHaveProperty('awaitingSource');
  });
});
