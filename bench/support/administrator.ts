import { randomBytes } from 'node:crypto';

import { runCli } from './new-tenant.js';

/**
 * Makes an administrator of a tenant.
 * @param environment that of the service
 * @returns the headers of the session's calls; the cookie is name=value
 */
export async function signIn(
  environment: NodeJS.ProcessEnv,
  address: string,
  tenantId: string,
): Promise<{ Cookie: string; 'X-CSRF-Token': string }> {
  const invite = ['admin', 'invite', '--tenant', tenantId, '--email', 'registrar@bench.example.edu'];
  const { link = '' } = await runCli(environment, [...invite, '--first-name', 'Ann', '--last-name', 'Lee']);
  const accepted = await fetch(`${address}/api/v1/admin/invitations/accept`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token: link.split('token=')[1], password: randomBytes(16).toString('hex') }),
  });
  const [cookie] = accepted.headers.getSetCookie();
  if (accepted.status !== 200 || cookie === undefined)
    throw new Error(`The invitation was answered with ${accepted.status}`);
  const Cookie = cookie.split(';')[0] ?? '';
  const session = await fetch(`${address}/api/v1/admin/session`, { headers: { Cookie } });
  const { data } = (await session.json()) as { data: { csrfToken: string } };
  return { Cookie, 'X-CSRF-Token': data.csrfToken };
}
