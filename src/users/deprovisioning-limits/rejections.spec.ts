import { LONGEST_STANDING_MS, rejectedBefore, stands } from './rejections.js';

const NEW_YORK = 'America/New_York';

describe('a rejection', () => {
  it.each<[string, requestedAt: string, decidedAt: string, now: string, stands: boolean]>([
    ['answers the next call of the run', '2026-09-02T06:10Z', '2026-09-02T13:00Z', '2026-09-02T13:01Z', true],
    ['ends before the next night', '2026-09-02T06:10Z', '2026-09-02T13:00Z', '2026-09-03T06:10Z', false],
    ['continues after midnight', '2026-09-02T23:00Z', '2026-09-03T03:50Z', '2026-09-03T04:10Z', true],
    ['of an old request lasts the day', '2026-08-20T06:10Z', '2026-09-02T05:00Z', '2026-09-03T03:59Z', true],
    [
      'of an old request ends with the day',
      '2026-08-20T06:10Z',
      '2026-09-03T03:00Z',
      '2026-09-03T04:01Z',
      false,
    ],
    [
      'stands when the clock was set back',
      '2026-09-02T06:10Z',
      '2026-09-02T13:00Z',
      '2026-09-01T23:00Z',
      true,
    ],
  ])('%s', (_, requestedAt, decidedAt, now, expected) => {
    const rejection = { requestedAt: new Date(requestedAt), decidedAt: new Date(decidedAt) };
    expect(stands(rejection, NEW_YORK, new Date(now))).toBe(expected);
  });

  it('may stand for all of the longest day, and for no more than the longest time', () => {
    // The clocks are set back on this day.
    const decidedAt = new Date('2026-11-01T04:00Z');
    const standsAfter = (ms: number): boolean =>
      stands({ requestedAt: new Date(0), decidedAt }, NEW_YORK, new Date(decidedAt.getTime() + ms));
    const longestDay = 25 * 3_600_000 - 1;
    expect(standsAfter(longestDay)).toBe(true);
    expect(longestDay).toBeLessThan(LONGEST_STANDING_MS);
    expect(standsAfter(LONGEST_STANDING_MS)).toBe(false);
  });

  it('is none before it is made', () => {
    const now = new Date();
    expect(stands({ requestedAt: now, decidedAt: null }, NEW_YORK, now)).toBe(false);
  });

  it.each([
    ['nightly', 'the run nightly'],
    [undefined, 'calls without a run'],
  ])('is named to the run %s', (run, calls) => {
    expect(rejectedBefore('hold', run)).toEqual({
      field: 'accountStatus',
      code: 'DEPROVISIONING_REJECTED',
      message: `accountStatus stays active: an administrator rejected hold, the de-provisioning by ${calls}`,
    });
  });
});
