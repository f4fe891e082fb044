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
});
