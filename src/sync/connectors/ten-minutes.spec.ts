import { dayBefore, tenMinutesOf } from './ten-minutes.js';

describe('the ten minutes of a moment', () => {
  it.each([
    ['2026-03-01T00:00:00.000Z', 0, '2026-03-01T00:00:00.000Z'],
    ['2026-03-01T00:09:59.999Z', 0, '2026-03-01T00:00:00.000Z'],
    ['2026-03-01T00:10:00.000Z', 1, '2026-03-01T00:10:00.000Z'],
    ['2026-03-01T23:59:59.999Z', 143, '2026-03-01T23:50:00.000Z'],
    ['2026-03-02T00:00:00.000Z', 0, '2026-03-02T00:00:00.000Z'],
  ])('%s have the slot %i and begin at %s', (at, slot, since) => {
    expect(tenMinutesOf(new Date(at))).toEqual({ slot, since: new Date(since) });
  });

  it('share their slot with no others of the day before', () => {
    const now = new Date('2026-03-02T12:34:56.000Z');
    expect(dayBefore(now)).toEqual(new Date('2026-03-01T12:40:00.000Z'));
    expect(tenMinutesOf(dayBefore(now)).slot).toBe((tenMinutesOf(now).slot + 1) % 144);
  });
});
