import { randomBytes } from 'node:crypto';

import type { Bench } from './bench.js';
import type { Child } from './child.js';

export interface Administrator {
  readonly login: { readonly email: string; readonly password: string };
  /** The headers of the session's calls; the cookie is name=value. */
  readonly session: { readonly Cookie: string; readonly 'X-CSRF-Token': string };
}

/** Makes an administrator of a tenant. */
export async function signIn(bench: Bench, { address }: Child, tenantId: string): Promise<Administrator> {
  const login = { email: 'registrar@bench.example.edu', password: randomBytes(16).toString('hex') };
  const invite = ['admin', 'invite', '--tenant', tenantId, '--email', login.email];
  const { link = '' } = await bench.cli(...invite, '--first-name', 'Ann', '--last-name', 'Lee');
  const accepted = await fetch(`${address}/api/v1/admin/invitations/accept`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token: link.split('token=')[1], password: login.password }),
  });
  const [cookie] = accepted.headers.getSetCookie();
  if (accepted.status !== 200 || cookie === undefined)
    throw new Error(`The invitation was answered with ${accepted.status}`);
  const { data } = (await accepted.json()) as { data: { csrfToken: string } };
  return { login, session: { Cookie: cookie.split(';')[0] ?? '', 'X-CSRF-Token': data.csrfToken } };
}
