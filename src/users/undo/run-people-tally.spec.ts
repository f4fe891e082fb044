import type { Did } from '../history/run-part.js';
import { RunPeopleTally } from './run-people-tally.js';

const inserted: Did = { kind: 'inserted', fields: [], status: null };
const changed = (...fields: string[]): Did => ({ kind: 'updated', fields, status: null });
const left: Did = { kind: 'updated', fields: ['accountStatus'], status: 'inactive' };
const back: Did = { kind: 'updated', fields: ['accountStatus'], status: 'active' };

function tallyOf(entries: readonly (readonly [userId: string, did: Did])[]): RunPeopleTally {
  const tally = new RunPeopleTally();
  for (const [userId, did] of entries) tally.add(userId, did);
  return tally;
}

describe('the counts of the people of a run', () => {
  it('count a person once, whatever the number and the order of their entries', () => {
    const entries = [
      ['ann', changed('degree')],
      ['ann', left],
      ['ann', changed('degree')],
      ['bo', changed('role', 'degree')],
      ['bo', changed('degree')],
      ['cy', inserted],
      ['cy', changed('degree')],
    ] as const;
    for (const some of [entries, entries.toReversed()])
      expect(tallyOf(some).counts({})).toEqual({
        people: 3,
        kinds: [
          { kind: 'inserted', people: 1 },
          { kind: 'updated', people: 3 },
          { kind: 'deprovisioned', people: 1 },
        ],
        fields: [
          { field: 'degree', people: 3 },
          { field: 'accountStatus', people: 1 },
          { field: 'role', people: 1 },
        ],
      });
  });

  it('of kinds are of people with the field, and those of fields of people of the kind', () => {
    const tally = tallyOf([
      ['ann', changed('degree')],
      ['bo', left],
      ['cy', left],
      ['cy', changed('degree')],
    ]);
    expect(tally.counts({ kind: 'deprovisioned', field: 'degree' })).toEqual({
      people: 1,
      kinds: [
        { kind: 'updated', people: 2 },
        { kind: 'deprovisioned', people: 1 },
      ],
      fields: [
        { field: 'accountStatus', people: 2 },
        { field: 'degree', people: 1 },
      ],
    });
  });

  it('name both kinds of a person who left and came back', () => {
    const { kinds } = tallyOf([
      ['ann', left],
      ['ann', back],
    ]).counts({});
    expect(kinds.map(({ kind }) => kind)).toEqual(['updated', 'deprovisioned', 'restored']);
  });
});
