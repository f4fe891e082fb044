import { isPrivateAddress, isPublicIssuer } from './issuer-address.js';

describe('an address', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '::1',
    '::',
    '::ffff:10.0.0.1',
    'fd00::1',
    'fe80::1',
    'not an address',
  ])('%s is private', (address) => {
    expect(isPrivateAddress(address)).toBe(true);
  });

  it.each(['8.8.8.8', '172.32.0.1', '192.0.2.44', '2606:4700::1111', '::ffff:8.8.8.8'])(
    '%s is public',
    (address) => {
      expect(isPrivateAddress(address)).toBe(false);
    },
  );
});

describe('an issuer that an administrator names', () => {
  it.each([
    'http://localhost:4000',
    'https://127.0.0.1',
    'https://[::1]/realms/x',
    'https://10.0.0.7',
    'https://169.254.169.254/latest',
    'ftp://login.example.edu',
    'https://user@login.example.edu',
    'nonsense',
  ])('is not %s', async (issuer) => {
    expect(await isPublicIssuer(issuer, false)).toBe(false);
  });

  it('is a public address, or on a service of this machine any allowed one', async () => {
    expect(await isPublicIssuer('https://8.8.8.8', false)).toBe(true);
    expect(await isPublicIssuer('http://localhost:4000', true)).toBe(true);
  });
});
