import { DEFAULT_MODEL, type MatchModel } from '../../config/match-model.js';
import type { Levels } from './compare.js';
import { bandOf, isCandidate, scoreOf, weightOf } from './score.js';

const SAME_NAME: Levels = { lastName: 'same', firstName: 'same' };
const MARRIED: Levels = { lastName: 'different', firstName: 'same' };

describe('the confidence', () => {
  it('is the prior where nothing is known', () => {
    const model: MatchModel = { ...DEFAULT_MODEL, prior: 4 };
    expect(scoreOf(model, {})).toEqual({ confidence: 0.25, reasons: [] });
  });

  it('follows from the weights by the rule of Bayes', () => {
    const { weights } = DEFAULT_MODEL;
    const odds = (weights.lastName.same[0] / weights.lastName.same[1]) * (1 / 9999);
    expect(scoreOf(DEFAULT_MODEL, { lastName: 'same' }).confidence).toBeCloseTo(odds / (1 + odds), 4);
  });

  it.each<[string, Levels, number, number]>([
    ['a name alone is not certain', { ...SAME_NAME, email: 'different' }, 0.3, 0.7],
    [
      'a name that sounds alike is unlikely',
      { ...SAME_NAME, lastName: 'sounds', email: 'different' },
      0.2,
      0.6,
    ],
    ['a last name alone is nothing', { ...SAME_NAME, firstName: 'different', email: 'different' }, 0, 0.01],
    ['name and entry are likely', { ...SAME_NAME, email: 'different', entry: 'same' }, 0.85, 0.98],
    ['another entry says little', { ...SAME_NAME, email: 'different', entry: 'different' }, 0.2, 0.5],
    [
      'a student who married and changed number and address is possible',
      { ...MARRIED, entry: 'same', program: 'same', email: 'different', number: 'different' },
      0.02,
      0.3,
    ],
    ['an address outweighs a new last name', { ...MARRIED, email: 'same' }, 0.99, 1],
    [
      'a number that another person has now',
      { lastName: 'different', firstName: 'different', number: 'same', email: 'different' },
      0,
      0.9,
    ],
  ])('%s', (_, levels, least, most) => {
    const { confidence } = scoreOf(DEFAULT_MODEL, levels);
    expect(confidence).toBeGreaterThanOrEqual(least);
    expect(confidence).toBeLessThanOrEqual(most);
  });

  it('grows with every level that says more', () => {
    const levels = ['different', 'close', 'localPart', 'same'] as const;
    const confidences = levels.map((email) => scoreOf(DEFAULT_MODEL, { ...SAME_NAME, email }).confidence);
    expect(confidences).toEqual([...confidences].sort((one, other) => one - other));
    expect(new Set(confidences).size).toBe(levels.length);
  });
});

describe('the reasons', () => {
  it('name each field that is known, the strongest first, with its weight in bits', () => {
    const { reasons } = scoreOf(DEFAULT_MODEL, { ...SAME_NAME, entry: 'different' });
    const agreements = reasons.map(({ field, agreement }) => `${field} ${agreement}`);
    expect(agreements).toEqual(['lastName same', 'firstName same', 'entry different']);
    expect(reasons[0]?.weight).toBeCloseTo(weightOf(DEFAULT_MODEL.weights.lastName.same), 1);
    expect(reasons.at(-1)?.weight).toBeLessThan(0);
  });
});

describe('a candidate', () => {
  it.each<[string, Levels, number, boolean]>([
    ['from the least confidence on', { lastName: 'same' }, 0.02, true],
    ['not below it', { lastName: 'same', firstName: 'close' }, 0.0199, false],
    ['whatever the confidence where both names are the same', SAME_NAME, 0, true],
  ])('is shown %s', (_, levels, confidence, isShown) => {
    expect(isCandidate(DEFAULT_MODEL, levels, confidence)).toBe(isShown);
  });

  it.each([
    [1, 'likely'],
    [0.5, 'likely'],
    [0.4999, 'possible'],
    [0, 'possible'],
  ])('of a confidence of %d is %s', (confidence, band) => {
    expect(bandOf(confidence)).toBe(band);
  });
});
