import { isAllowedEndpoint, isPrivateAddress, isPublicHost, isPublicIssuer } from './issuer-address.js';

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
    '::ffff:a00:1',
    '::a00:1',
    '2002:a00:1::',
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

describe('an endpoint that a provider names', () => {
  const issuer = 'https://login.example.edu';

  it.each([
    ['https://login.example.edu/token?tenant=1', issuer, true],
    ['https://other.example.org/keys', issuer, true],
    ['http://localhost:4000/token', 'http://localhost:4000', true],
    ['http://localhost:4000/token', issuer, false],
    ['http://login.example.edu/token', issuer, false],
    ['http://login.example.edu/token', 'http://localhost:4000', false],
    ['https://user@login.example.edu/token', issuer, false],
    ['javascript:alert(1)', issuer, false],
    ['data:text/html,x', issuer, false],
    ['/token', issuer, false],
  ])('%s of the issuer %s: allowed is %s', (address, of, isAllowed) => {
    expect(isAllowedEndpoint(address, of)).toBe(isAllowed);
  });

  it.each([
    ['https://8.8.8.8/token', true],
    ['https://10.0.0.7/token', false],
    ['https://[fd00::1]/token', false],
    ['https://localhost/token', false],
    ['https://0x7f.1/token', false],
  ])('%s: public is %s', async (address, isPublic) => {
    expect(await isPublicHost(new URL(address))).toBe(isPublic);
  });
});
