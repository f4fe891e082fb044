import { FORM_TYPE } from '../../src/http/server/json-body.guard.js';
import { cookieOf } from './administrators.js';
import type { Answer, Body } from './api-client.js';
import type { TestService, TestTenant } from './service.js';

/** A user whose address belongs to the tenants of tests. */
export const ANN = 'ann@test.example.edu';

/** Where a browser begins a test of what is being set up. */
export const TEST = '/api/v1/admin/sign-on/test';
/** Where browsers post the answers of a provider of SAML. */
export const SAML_ANSWERS = '/api/v1/admin/sso/saml/acs';

/** Where a browser begins a sign-on. */
export function startOf({ tenantId }: TestTenant): string {
  return `/api/v1/admin/sso/${tenantId}/start`;
}

/** What a browser was answered. */
export interface Visited extends Answer<Body> {
  readonly cookies: string[];
  readonly location: string;
}

/** What a browser sends. */
export interface Visit {
  readonly cookie?: string;
  /** What it accepts; a browser accepts `text/html`. */
  readonly accept?: string;
  /** A form that it posts. */
  readonly form?: Record<string, string> | URLSearchParams;
}

/** Visits an address of the service, and follows no redirection. */
export async function visit(
  service: TestService,
  path: string,
  { cookie = '', accept = '*/*', form }: Visit = {},
): Promise<Visited> {
  const client = service.anonymous({ cookie, accept });
  const type = { 'Content-Type': FORM_TYPE };
  const answer =
    form === undefined
      ? await client.get(path)
      : await client.send('POST', path, new URLSearchParams(form).toString(), type);
  const { headers } = answer;
  return { ...answer, cookies: headers.getSetCookie(), location: headers.get('location') ?? '' };
}

/** A sign-on that was begun: where at the provider, and the ticket that the browser keeps meanwhile. */
export interface Begun {
  readonly location: string;
  readonly cookie: string;
}

/** Begins a sign-on, or the test of one, at this address of the service. */
export async function begin(service: TestService, path: string, cookie = ''): Promise<Begun> {
  const answer = await visit(service, path, { cookie });
  if (answer.status !== 303) throw new Error(`The sign-on was not begun: ${answer.body.message}`);
  return { location: answer.location, cookie: cookieOf(answer) };
}

/** The `name=value` of the cookie of a session that an answer sets; empty when it sets none. */
export function sessionIn({ cookies }: Visited): string {
  return cookies.find((line) => line.startsWith('integration_session='))?.split(';')[0] ?? '';
}
