import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';

import { readConfig } from '../../config/environment.js';
import { AuthFailures } from './auth-failures.js';
import { MemoryWindows } from '../rate-windows/memory-windows.js';
import { RateWindows } from '../rate-windows/rate-windows.js';
import type { WindowStore } from '../rate-windows/window-store.js';

const LIMITED = { code: 'RATE_LIMITED', status: 429 };

function failures(store: WindowStore = new MemoryWindows()): AuthFailures {
  return new AuthFailures(readConfig({ AUTH_FAILURES_PER_MINUTE: '2' }), new RateWindows(store));
}

describe('failed authentications', () => {
  it('are limited per address, whichever keys are tried', async () => {
    const counted = failures();
    await counted.record('192.0.2.1', 'one');
    await counted.record('192.0.2.1', 'two');
    await expect(counted.record('192.0.2.1', 'three')).rejects.toMatchObject(LIMITED);
    await expect(counted.record('192.0.2.2', 'three')).resolves.toBeUndefined();
  });

  it('are limited per network of IPv6, as one client has all its addresses', async () => {
    const counted = failures();
    await counted.record('2001:db8:1:2::1', 'one');
    await counted.record('2001:db8:1:2:ffff::2', 'two');
    await expect(counted.record('2001:db8:1:2:3:4:5:6', 'three')).rejects.toMatchObject(LIMITED);
    await expect(counted.record('2001:db8:1:3::1', 'three')).resolves.toBeUndefined();
  });

  it('of an IPv4 address are the same however it is written', async () => {
    const counted = failures();
    await counted.record('::ffff:192.0.2.1', 'one');
    await counted.record('192.0.2.1', 'two');
    await expect(counted.record('::ffff:c000:201', 'three')).rejects.toMatchObject(LIMITED);
  });

  it('are limited per key, whichever addresses try it', async () => {
    const counted = failures();
    await counted.record('192.0.2.1', 'one');
    await counted.record('192.0.2.2', 'one');
    await expect(counted.record('192.0.2.3', 'one')).rejects.toMatchObject(LIMITED);
    await expect(counted.record('192.0.2.3', 'two')).resolves.toBeUndefined();
  });

  it('are distinguished by every character of the key', async () => {
    const counted = failures();
    for (const end of ['a', 'A', 'b']) await counted.record(`192.0.2.${end}`, 'k'.repeat(300) + end);
    expect(counted.refused).toBe(0);
  });

  it('are refused with the whole seconds after which to try again', async () => {
    const counted = failures();
    await counted.record('192.0.2.1', 'one');
    await counted.record('192.0.2.1', 'one');
    await expect(counted.record('192.0.2.1', 'one')).rejects.toMatchObject({
      headers: { 'Retry-After': '60' },
    });
  });
});

describe('a count that fails', () => {
  beforeEach(() => {
    jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
  });

  const broken = (take: () => Promise<never>): WindowStore => ({ isShared: true, take });

  it('keeps no caller from the answer', async () => {
    const counted = failures(broken(() => Promise.reject(new Error('away'))));
    for (let times = 0; times < 5; times += 1)
      await expect(counted.record('192.0.2.1', 'one')).resolves.toBeUndefined();
  });

  it('keeps no caller from the answer for ever when the store does not answer', async () => {
    jest.useFakeTimers();
    const recorded = failures(broken(() => new Promise(() => undefined))).record('192.0.2.1', 'one');
    await jest.runAllTimersAsync();
    await expect(recorded).resolves.toBeUndefined();
    jest.useRealTimers();
  });
});
