import { DECISION_REASONS, LANES, partsOf, type ReasonCount } from './lanes.js';

const COUNTS: readonly ReasonCount[] = [
  { kind: 'conflict', reason: 'email_taken', count: 2 },
  { kind: 'conflict', reason: 'number_taken', count: 1 },
  { kind: 'conflict', reason: 'erased', count: 2 },
  { kind: 'hold', reason: 'committee_impact', count: 1 },
  { kind: 'hold', reason: 'limit', count: 4 },
  { kind: 'discrepancy', reason: 'form_differs', count: 1 },
];

/** The reasons of each lane that a page reaches into, with its first row and how many. */
const pageOf = (offset: number, limit: number): unknown[] =>
  partsOf(COUNTS, { offset, limit }).map(({ lane, range }) => [
    lane.reasons.join(),
    range.offset,
    range.limit,
  ]);

describe('the lanes', () => {
  it('have every reason once', () => {
    expect(LANES.flatMap(({ reasons }): readonly string[] => reasons).sort()).toEqual(
      [...DECISION_REASONS].sort(),
    );
  });

  it.each([
    [
      0,
      20,
      [
        ['email_taken,number_taken', 0, 3],
        ['committee_impact', 0, 1],
        ['limit', 0, 4],
        ['form_differs', 0, 1],
        ['erased', 0, 2],
      ],
    ],
    [0, 2, [['email_taken,number_taken', 0, 2]]],
    [
      2,
      4,
      [
        ['email_taken,number_taken', 2, 1],
        ['committee_impact', 0, 1],
        ['limit', 0, 2],
      ],
    ],
    [6, 2, [['limit', 2, 2]]],
    [
      8,
      20,
      [
        ['form_differs', 0, 1],
        ['erased', 0, 2],
      ],
    ],
    [11, 20, []],
  ])('are cut by a page from %i of %i rows, without a gap or a row twice', (offset, limit, expected) => {
    expect(pageOf(offset, limit)).toEqual(expected);
  });
});
