import { type MilestoneState, stateOf } from '../pages/src/progress/milestone-state.js';
import { scaleOf } from '../pages/src/progress/timeline-scale.js';

describe('the scale of a timeline', () => {
  it.each([
    ['leaves space at both ends', ['2026-01-01', '2026-12-31'], '2026-01-01', 3.7],
    ['ends behind the last day', ['2026-01-01', '2026-12-31'], '2026-12-31', 96.3],
    ['has days in proportion', ['2026-01-01', '2026-12-31'], '2026-07-02', 50],
    ['of one day has it in the middle', ['2026-03-01'], '2026-03-01', 50],
    ['does not depend on the order of the days', ['2026-12-31', '2026-01-01'], '2026-01-01', 3.7],
  ])('%s', (_rule, days, day, place) => {
    expect(scaleOf(days).at(day)).toBeCloseTo(place, 1);
  });

  it.each([
    ['months', ['2026-01-20', '2026-05-20'], ['2026-02-01', '2026-03-01', '2026-04-01', '2026-05-01'], false],
    [
      'round quarters',
      ['2026-01-20', '2027-03-20'],
      ['2026-04-01', '2026-07-01', '2026-10-01', '2027-01-01'],
      false,
    ],
    ['years', ['2022-06-01', '2026-06-01'], ['2023-01-01', '2024-01-01', '2025-01-01', '2026-01-01'], true],
    [
      'round decades',
      ['1990-01-01', '2030-01-01'],
      ['1990-01-01', '2000-01-01', '2010-01-01', '2020-01-01'],
      true,
    ],
  ])('has few ticks: %s', (_step, days, ticks, isYear) => {
    const found = scaleOf(days).ticks;
    expect(found.map(({ day }) => day)).toEqual(ticks);
    expect(new Set(found.map((tick) => tick.isYear))).toEqual(new Set([isYear]));
    for (const { at } of found) expect(at >= 0 && at <= 94).toBe(true);
  });
});

describe('a milestone of a timeline', () => {
  const TODAY = '2026-11-20';
  it.each<[string, string, string | null, boolean, MilestoneState]>([
    ['that was due yesterday is late', 'in_progress', '2026-11-19', true, 'late'],
    ['that has failed is late as well', 'failed', '2026-11-19', true, 'late'],
    ['that is due today is open', 'submitted', TODAY, true, 'open'],
    ['that is optional is never late', 'not_started', '2020-01-01', false, 'open'],
    ['without a due date is open', 'not_started', null, true, 'open'],
    ['that is completed is done, whenever it was due', 'completed', '2020-01-01', true, 'done'],
    ['that is waived is waived', 'waived', '2020-01-01', true, 'waived'],
  ])('%s', (_rule, status, dueOn, required, state) => {
    expect(stateOf({ status, dueOn, required }, TODAY)).toBe(state);
  });
});
