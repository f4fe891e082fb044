import { MemoryWindows } from '../../tenancy/rate-windows/memory-windows.js';
import { RateWindows } from '../../tenancy/rate-windows/rate-windows.js';
import { SIGN_ON_LIMITS, SignOnLimits } from './sign-on-limits.service.js';

const LIMITED = { code: 'RATE_LIMITED', status: 429 };
const CAMPUS = '192.0.2.1';

describe('sign-ons of one network address', () => {
  it('are limited, those that begin and those that come back each by themselves', async () => {
    const limits = new SignOnLimits(new RateWindows(new MemoryWindows()));
    for (let count = 0; count < SIGN_ON_LIMITS.begin; count += 1) await limits.admit('begin', CAMPUS);
    await expect(limits.admit('begin', CAMPUS)).rejects.toMatchObject(LIMITED);
    await expect(limits.admit('return', CAMPUS)).resolves.toBeUndefined();
    await expect(limits.admit('begin', '192.0.2.2')).resolves.toBeUndefined();
  });

  it('share the count of their network with IPv6', async () => {
    const limits = new SignOnLimits(new RateWindows(new MemoryWindows()));
    for (let count = 0; count < SIGN_ON_LIMITS.return; count += 1)
      await limits.admit('return', `2001:db8::${count.toString(16)}`);
    await expect(limits.admit('return', '2001:db8::ffff')).rejects.toMatchObject(LIMITED);
  });
});
