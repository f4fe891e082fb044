import { readConfig } from '../config/environment.js';
import { AuthFailures } from './auth-failures.js';

const LIMITED = { code: 'RATE_LIMITED', status: 429 };

function failures(): AuthFailures {
  return new AuthFailures(readConfig({ AUTH_FAILURES_PER_MINUTE: '2' }));
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

  it('tell after how many whole seconds to try again', async () => {
    const counted = failures();
    await counted.record('192.0.2.1', 'one');
    await counted.record('192.0.2.1', 'one');
    await expect(counted.record('192.0.2.1', 'one')).rejects.toMatchObject({
      headers: { 'Retry-After': '60' },
    });
  });
});
