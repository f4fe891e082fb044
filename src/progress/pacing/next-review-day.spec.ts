import { anyFacts, anyNumbers } from '../../../test/factories/any-pacing.js';
import { due, facts, milestone, TODAY } from '../../../test/factories/pacing-facts.js';
import { fc, tries } from '../../../test/support/fast-check.js';
import { DEFAULT_SETTINGS } from '../../settings/stored-settings.js';
import { addDays, type Day } from '../../tenancy/time/calendar.js';
import { computePacing, nextReviewDay, type PacingFacts, samePacing } from './pacing.js';

const { pacing: DEFAULT_PACING } = DEFAULT_SETTINGS;

describe('the next review day', () => {
  it('is reached with the same pacing every day, and without one the pacing never changes', () => {
    fc.assert(
      fc.property(anyFacts, anyNumbers, (given, numbers) => {
        const today = computePacing(given, TODAY, numbers);
        const review = nextReviewDay(given, TODAY, numbers);
        const last = review === null ? addDays(TODAY, 400) : addDays(review, -1);
        let day = TODAY;
        while (day <= last && samePacing(computePacing(given, day, numbers), today)) day = addDays(day, 1);
        expect(day > last ? 'the same until then' : `different on ${day}`).toBe('the same until then');
      }),
      { numRuns: tries(500) },
    );
  });

  it('comes after today, however often it is asked for', () => {
    fc.assert(
      fc.property(anyFacts, anyNumbers, (given, numbers) => {
        let day = TODAY;
        for (let review = nextReviewDay(given, day, numbers), i = 0; review !== null && i < 30; i += 1) {
          expect(review > day).toBe(true);
          day = review;
          review = nextReviewDay(given, day, numbers);
        }
      }),
      { numRuns: tries(100) },
    );
  });

  it.each<[string, Partial<PacingFacts>, Day | null]>([
    ['never, without milestones', {}, null],
    ['never, without due dates', { milestones: [milestone()] }, null],
    ['never, on hold', { dissertationStatus: 'on_hold', milestones: [milestone({ dueOn: due(20) })] }, null],
    [
      'never, for optional milestones',
      { milestones: [milestone({ required: false, dueOn: due(20) })] },
      null,
    ],
    ['never, for waived milestones', { milestones: [milestone({ status: 'waived', dueOn: due(20) })] }, null],
    ['tomorrow, while something is late', { milestones: [milestone({ dueOn: due(-5) })] }, due(1)],
    ['when it is due soon', { milestones: [milestone({ dueOn: due(20) })] }, due(6)],
    ['the day after it is due', { milestones: [milestone({ dueOn: due(5) })] }, due(6)],
    ['tomorrow, when it is due today', { milestones: [milestone({ dueOn: TODAY })] }, due(1)],
    [
      'when it is not early any more',
      { milestones: [milestone({ status: 'completed', dueOn: due(40) })] },
      due(11),
    ],
    [
      'within the calendar, for the last day there is',
      { milestones: [milestone({ dueOn: '9999-12-31' })] },
      '9999-12-17',
    ],
  ])('is %s', (_, given, expected) => {
    expect(nextReviewDay(facts(given), TODAY, DEFAULT_PACING)).toBe(expected);
  });
});
