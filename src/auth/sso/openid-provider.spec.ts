import { createServer, type Server } from 'node:http';

import { close, listen } from '../../../test/support/loopback.js';
import { OpenIdProvider } from './openid-provider.js';
import { type OpenIdAccount, ProviderAway } from './provider-account.js';
import type { SignOnAddresses } from './sign-on-addresses.js';
import type { SignOnTicket } from './sign-on-ticket.js';

const TICKET = { state: 'state', nonce: 'nonce', codeVerifier: 'v'.repeat(43) } as SignOnTicket;
const ADDRESSES = { redirectUri: 'https://api.example/callback' } as SignOnAddresses;

let server: Server;
let issuer: string;
let discoveries: number;
let named: Record<string, string>;

beforeEach(async () => {
  discoveries = 0;
  named = {};
  server = createServer((_, response) => {
    discoveries += 1;
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ issuer, authorization_endpoint: `${issuer}/auth`, ...named }));
  });
  issuer = `http://127.0.0.1:${await listen(server)}`;
});

afterEach(() => close(server));

it('configurations of providers are kept for a bounded number of accounts', async () => {
  const provider = new OpenIdProvider(ADDRESSES);
  const signOn = async (client: number): Promise<void> => {
    const account = {
      protocol: 'openid' as const,
      issuer,
      clientId: `client ${client}`,
      clientSecret: 'secret',
      mayBePrivate: true,
    };
    const address = await provider.signOnAddress(account, TICKET);
    expect(address.searchParams.get('client_id')).toBe(account.clientId);
  };
  await signOn(0);
  await signOn(0);
  expect(discoveries).toBe(1);
  for (let client = 1; client <= 300; client += 1) await signOn(client);
  await signOn(0);
  expect(discoveries).toBe(302);
});

describe('a provider is refused when its', () => {
  const account = (mayBePrivate: boolean): OpenIdAccount => ({
    protocol: 'openid',
    issuer,
    clientId: 'client',
    clientSecret: 'secret',
    mayBePrivate,
  });

  it.each([
    ['authorization_endpoint', 'javascript:alert(1)'],
    ['authorization_endpoint', 'http://login.example.edu/authorize'],
    ['token_endpoint', 'http://10.0.0.7/token'],
    ['token_endpoint', 'https://user:word@login.example.edu/token'],
    ['jwks_uri', 'file:///etc/passwd'],
    ['jwks_uri', 'not an address'],
    ['userinfo_endpoint', 'http://169.254.169.254/latest'],
  ])('%s is %s, at set-up and at each sign-on', async (name, address) => {
    named = { [name]: address };
    const provider = new OpenIdProvider(ADDRESSES);
    expect(await provider.problemOf(account(true))).toBe(
      `issuer has a provider whose ${name} is not an https:// address without a user name`,
    );
    const signingOn = provider.signOnAddress(account(true), TICKET);
    await expect(signingOn).rejects.toBeInstanceOf(ProviderAway);
  });

  it('answer is a redirect', async () => {
    server.removeAllListeners('request');
    server.on('request', (_, response) => response.writeHead(302, { Location: issuer }).end());
    expect(await new OpenIdProvider(ADDRESSES).problemOf(account(true))).toMatch(
      /not the address of an OpenID provider/,
    );
  });
});
