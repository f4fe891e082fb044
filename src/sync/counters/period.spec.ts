import { dayBefore, periodOf } from './period.js';

describe('the period of a moment', () => {
  it.each([
    ['2026-03-01T00:00:00.000Z', 1, '2026-03-01T00:00:00.000Z'],
    ['2026-03-01T00:09:59.999Z', 1, '2026-03-01T00:00:00.000Z'],
    ['2026-03-01T00:10:00.000Z', 2, '2026-03-01T00:10:00.000Z'],
    ['2026-03-01T23:59:59.999Z', 144, '2026-03-01T23:50:00.000Z'],
    ['2026-03-02T00:00:00.000Z', 1, '2026-03-02T00:00:00.000Z'],
  ])('%s is the period %i, which begins at %s', (at, period, begin) => {
    expect(periodOf(new Date(at))).toEqual({ period, begin: new Date(begin) });
  });

  it('is no other of the day before', () => {
    const now = new Date('2026-03-02T12:34:56.000Z');
    expect(dayBefore(now)).toEqual(new Date('2026-03-01T12:40:00.000Z'));
    expect(periodOf(dayBefore(now)).period).toBe((periodOf(now).period % 144) + 1);
  });
});
