import { nowOf, type TenantClock, timeOf } from './tenant-clock.js';

const WALL = '2026-11-26T12:00:00.000Z';

function clock(change: Partial<TenantClock> = {}): TenantClock {
  return { now: '2028-02-29T23:59:59.000Z', setAt: '2026-11-26T11:59:30.000Z', frozen: false, ...change };
}

describe('the time of a tenant', () => {
  it.each([
    ['without a clock is the wall time', null, WALL],
    ['runs on from what the clock was set to', clock(), '2028-03-01T00:00:29.000Z'],
    ['stands still while it is frozen', clock({ frozen: true }), '2028-02-29T23:59:59.000Z'],
    ['may lie before the wall time', clock({ now: '2020-01-01T00:00:00.000Z' }), '2020-01-01T00:00:30.000Z'],
  ])('%s', (_rule, given, shown) => {
    expect(timeOf(given, new Date(WALL)).toISOString()).toBe(shown);
  });

  it('is that of the clock which the call carries', () => {
    const frozen = clock({ frozen: true });
    expect(nowOf({ tenant: { clock: frozen } }).toISOString()).toBe(frozen.now);
    const [before, now, after] = [new Date(), nowOf({ tenant: { clock: null } }), new Date()];
    expect(before <= now && now <= after).toBe(true);
  });
});
