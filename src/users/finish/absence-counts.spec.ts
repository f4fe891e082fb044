import { AbsenceCounts, againOf } from './absence-counts.js';
import { MOST_ABSENT_RUNS } from './most.js';

function countsOf(entries: readonly (readonly [string, number])[]): AbsenceCounts {
  const counts = new AbsenceCounts();
  for (const [id, count] of entries) counts.set(id, count);
  return counts;
}

describe('counts of absences', () => {
  const counts = countsOf([
    ['950000001', 1],
    ['950000002', 2],
    ['951000003', 2],
    ['950000004', 17],
  ]);

  it.each([
    ['950000001', 1],
    ['950000002', 2],
    ['950000004', MOST_ABSENT_RUNS],
    ['950000005', 0],
  ])('say how often %s was absent: %i times, also after they were stored', (id, expected) => {
    expect(counts.of(id)).toBe(expected);
    expect(AbsenceCounts.from(counts.stored()).of(id)).toBe(expected);
  });

  it('distinguish who was absent so often and who less often', () => {
    expect([...counts.atLeast(2)]).toEqual(['950000002', '950000004', '951000003']);
    expect([...counts.below(2)]).toEqual(['950000001']);
  });

  it.each([
    ['were not stored', null, 1, []],
    ['are of a run that was not complete', counts.stored(), undefined, []],
    ['are stored', counts.stored(), 3, ['950000004']],
  ])('name whom a run de-provisions when they %s', (_, stored, absentRuns, expected) => {
    expect([...againOf(stored, absentRuns)]).toEqual(expected);
  });
});
