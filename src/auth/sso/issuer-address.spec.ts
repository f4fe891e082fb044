import { isAllowedEndpoint, isPublicIssuer } from './issuer-address.js';

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
  it.each([
    ['https://login.example.edu/token?tenant=1', false, true],
    ['https://other.example.org/keys', false, true],
    ['http://localhost:4000/token', true, true],
    ['http://localhost:4000/token', false, false],
    ['http://login.example.edu/token', false, false],
    ['http://login.example.edu/token', true, false],
    ['https://user@login.example.edu/token', false, false],
    ['javascript:alert(1)', false, false],
    ['data:text/html,x', false, false],
    ['/token', false, false],
  ])('%s where a local one is allowed (%s): allowed is %s', (address, mayBeLocal, isAllowed) => {
    expect(isAllowedEndpoint(address, mayBeLocal)).toBe(isAllowed);
  });
});
