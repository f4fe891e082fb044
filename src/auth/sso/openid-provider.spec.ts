import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { OpenIdProvider } from './openid-provider.js';
import type { SignOnTicket } from './sign-on-ticket.js';

const TICKET = { state: 'state', nonce: 'nonce', codeVerifier: 'v'.repeat(43) } as SignOnTicket;

let server: Server;
let issuer: string;
let discoveries: number;

beforeEach(async () => {
  discoveries = 0;
  server = createServer((_, response) => {
    discoveries += 1;
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ issuer, authorization_endpoint: `${issuer}/auth` }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

it('configurations of providers are kept for a bounded number of accounts', async () => {
  const provider = new OpenIdProvider();
  const signOn = async (client: number): Promise<void> => {
    const account = { issuer, clientId: `client ${client}`, clientSecret: 'secret' };
    const address = await provider.signOnAddress(account, TICKET, 'https://api.example/callback');
    expect(address.searchParams.get('client_id')).toBe(account.clientId);
  };
  await signOn(0);
  await signOn(0);
  expect(discoveries).toBe(1);
  for (let client = 1; client <= 300; client += 1) await signOn(client);
  await signOn(0);
  expect(discoveries).toBe(302);
});
