import type { DeprovisioningChange } from './settings.js';
import {
  changedSettings,
  DEFAULT_SETTINGS,
  differingMembers,
  type StoredTenantSettings,
} from './stored-settings.js';

const { pacing: DEFAULT_PACING } = DEFAULT_SETTINGS;

describe('a change of settings', () => {
  const stored = { timeZone: 'Europe/Paris', rateLimit: 60, pacing: { aheadDays: 5, dueSoonDays: 7 } };

  it('keeps what it does not name', () => {
    expect(changedSettings(stored, { nightlyRunHours: 30 })).toEqual({ ...stored, nightlyRunHours: 30 });
    expect(changedSettings(stored, { timeZone: undefined })).toEqual(stored);
    expect(changedSettings(stored, { pacing: { aheadDays: 9 } }).pacing).toEqual({
      aheadDays: 9,
      dueSoonDays: 7,
    });
  });

  it('takes null for the default', () => {
    expect(changedSettings(stored, { rateLimit: null, pacing: { aheadDays: null } })).toEqual({
      timeZone: 'Europe/Paris',
      pacing: { dueSoonDays: 7 },
    });
    expect(changedSettings(stored, { pacing: null })).toEqual({ timeZone: 'Europe/Paris', rateLimit: 60 });
  });

  it('of the de-provisioning limits names one number and keeps the others', () => {
    const change = (was: StoredTenantSettings | null, guard: DeprovisioningChange | null): unknown =>
      changedSettings(was, { deprovisioningGuard: guard }).deprovisioningGuard;
    const guarded = {
      deprovisioningGuard: { mode: 'hold', perRun: { count: 50, percent: 5 }, perDay: { count: 90 } },
    } as const;
    expect(change(null, { perDay: { percent: 5 } })).toEqual({ perDay: { percent: 5 } });
    expect(change(guarded, { perRun: { count: 10 } })).toMatchObject({
      ...guarded.deprovisioningGuard,
      perRun: { count: 10, percent: 5 },
    });
    expect(change(guarded, { perRun: null, perDay: { count: null } })).toMatchObject({ mode: 'hold' });
    expect(changedSettings(guarded, { rateLimit: 5 })).toEqual({ ...guarded, rateLimit: 5 });
  });

  it('of the de-provisioning limits keeps for good that they held once, and nothing else of what was cleared', () => {
    const change = (
      stored: StoredTenantSettings['deprovisioningGuard'],
      guard: DeprovisioningChange | null,
    ): unknown =>
      changedSettings(stored === undefined ? null : { deprovisioningGuard: stored }, {
        deprovisioningGuard: guard,
      }).deprovisioningGuard;
    const cleared = { mode: null, perRun: null, perDay: null };
    for (const nothing of [null, cleared]) {
      expect(change({ mode: 'hold', perDay: { count: 9 } }, nothing)).toEqual({ everHeld: true });
      expect(change({ everHeld: true, mode: 'observe' }, nothing)).toEqual({ everHeld: true });
      expect(change({ mode: 'observe', perDay: { count: 9 } }, nothing)).toBeUndefined();
      expect(change(undefined, nothing)).toBeUndefined();
    }
    expect(change(undefined, { mode: 'hold' })).toEqual({ everHeld: true, mode: 'hold' });
    expect(change({ mode: 'hold' }, { mode: 'observe' })).toEqual({ everHeld: true, mode: 'observe' });
  });

  it('begins with nothing stored', () => {
    expect(changedSettings(null, { timeZone: 'UTC' })).toEqual({ timeZone: 'UTC' });
  });
});

describe('the differing members', () => {
  it('are the changed ones, also within groups', () => {
    const was = { timeZone: 'UTC', roles: ['chair'], pacing: DEFAULT_PACING };
    const is = { ...was, roles: ['chair', 'member'], pacing: { ...DEFAULT_PACING, aheadDays: 9 } };
    expect(differingMembers(is, was)).toEqual({ roles: ['chair', 'member'], pacing: { aheadDays: 9 } });
    expect(differingMembers(was, is)).toEqual({ roles: ['chair'], pacing: { aheadDays: 30 } });
    expect(differingMembers(was, was)).toEqual({});
  });
});
