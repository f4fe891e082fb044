// A real OpenID provider on a free port. It logs in every visitor with the claims in `login_hint`, as JSON. It prints
// its issuer, and ends with its standard input.
import { once } from 'node:events';
import { createServer } from 'node:http';

import Provider from 'oidc-provider';

const [clientId, clientSecret, redirectUri] = process.argv.slice(2);
const server = createServer();
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const issuer = `http://127.0.0.1:${server.address().port}`;

const provider = new Provider(issuer, {
  clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
  claims: { openid: ['sub'], email: ['email', 'email_verified'] },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_, { uid }) => `/interaction/${uid}` },
  findAccount: (_, accountId) => ({
    accountId,
    claims: () => ({ sub: accountId, ...JSON.parse(accountId) }),
  }),
  pkce: { required: () => true },
  cookies: { keys: ['a key of the tests'] },
});

async function letIn(request, response) {
  const { params } = await provider.interactionDetails(request, response);
  if (params.login_hint === 'cancelled') {
    const refusal = { error: 'access_denied', error_description: 'the person gave up' };
    return provider.interactionFinished(request, response, refusal, { mergeWithLastSubmission: false });
  }
  const grant = new provider.Grant({ accountId: params.login_hint, clientId });
  grant.addOIDCScope('openid email');
  const result = { login: { accountId: params.login_hint }, consent: { grantId: await grant.save() } };
  return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

const standard = provider.callback();
server.on('request', (request, response) => {
  if (request.url.startsWith('/interaction/')) void letIn(request, response);
  else void standard(request, response);
});

process.stdout.write(`${issuer}\n`);
process.stdin.on('end', () => process.exit(0)).resume();
