import { jest } from '@jest/globals';

import { PasswordHashes } from './password-hashes.js';

describe('password hashes', () => {
  const hashes = new PasswordHashes();

  it('are argon2id with 19 MiB, two passes and a salt of their own', async () => {
    const [one, other] = [
      await hashes.create('correct horse battery'),
      await hashes.create('correct horse battery'),
    ];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(other).not.toBe(one);
  });

  it('match their own password only, to the last byte of a long one', async () => {
    const long = 'é'.repeat(199);
    const stored = await hashes.create(`${long}a`);
    expect(await hashes.match(stored, `${long}a`)).toBe(true);
    expect(await hashes.match(stored, `${long}b`)).toBe(false);
  });

  it('match an accent however it was typed', async () => {
    const stored = await hashes.create('caf\u00e9 au lait noir');
    expect(await hashes.match(stored, 'cafe\u0301 au lait noir')).toBe(true);
  });

  it('cost one comparison where there is none, which never matches', async () => {
    const compare = jest.spyOn(hashes, 'compare');
    expect(await hashes.match(undefined, 'a password that no user has')).toBe(false);
    expect(compare).toHaveBeenCalledTimes(1);
  });
});
