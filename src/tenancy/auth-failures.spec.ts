import { readConfig } from '../config/environment.js';
import { AuthFailures } from './auth-failures.js';
import { MemoryWindows } from './rate-windows/memory-windows.js';
import { RateWindows } from './rate-windows/rate-windows.js';

const LIMITED = { code: 'RATE_LIMITED', status: 429 };

function failures(): AuthFailures {
  return new AuthFailures(
    readConfig({ AUTH_FAILURES_PER_MINUTE: '2' }),
    new RateWindows(new MemoryWindows()),
  );
}

describe('failed authentications', () => {
  it('are limited per address, whichever keys are tried', async () => {
    const counted = failures();
    await counted.record('192.0.2.1', 'one');
    await counted.record('192.0.2.1', 'two');
    await expect(counted.record('192.0.2.1', 'three')).rejects.toMatchObject(LIMITED);
    await expect(counted.record('192.0.2.2', 'three')).resolves.toBeUndefined();
  });

  it('are limited per key, whichever addresses try it', async () => {
    const counted = failures();
    await counted.record('192.0.2.1', 'one');
    await counted.record('192.0.2.2', 'one');
    await expect(counted.record('192.0.2.3', 'one')).rejects.toMatchObject(LIMITED);
    await expect(counted.record('192.0.2.3', 'two')).resolves.toBeUndefined();
  });

  it('are told apart by every character of the key', async () => {
    const counted = failures();
    for (const end of ['a', 'A', 'b']) await counted.record(`192.0.2.${end}`, 'k'.repeat(300) + end);
    expect(counted.refused).toBe(0);
  });

  it('tell after how many whole seconds to try again', async () => {
    const counted = failures();
    await counted.record('192.0.2.1', 'one');
    await counted.record('192.0.2.1', 'one');
    await expect(counted.record('192.0.2.1', 'one')).rejects.toMatchObject({
      headers: { 'Retry-After': '60' },
    });
  });
});
