import { Secret, TOTP } from 'otpauth';

import { appAddress, newSecret, stepOf } from './one-time-codes.js';

const SECRET = newSecret();
const STEP = 59_000_000;
const NOW = new Date((STEP * 30 + 12) * 1000);

function codeOf(step: number): string {
  return new TOTP({ secret: Secret.fromBase32(SECRET) }).generate({ timestamp: step * 30_000 });
}

describe('a one-time code', () => {
  it.each([
    [-2, undefined],
    [-1, STEP - 1],
    [0, STEP],
    [1, STEP + 1],
    [2, undefined],
  ])('of %d periods from now is of the period %s', (periods, step) => {
    expect(stepOf(SECRET, codeOf(STEP + periods), NOW)).toBe(step);
  });

  it.each(['', '12345', '1234567', 'abcdef'])('is not %j', (code) => {
    expect(stepOf(SECRET, code, NOW)).toBeUndefined();
  });
});

it('the address for apps has the account and the secret', () => {
  const address = new URL(appAddress(SECRET, 'ann@test.example.edu'));
  expect({ protocol: address.protocol, secret: address.searchParams.get('secret') }).toEqual({
    protocol: 'otpauth:',
    secret: SECRET,
  });
  expect(decodeURIComponent(address.pathname)).toContain('ann@test.example.edu');
});
