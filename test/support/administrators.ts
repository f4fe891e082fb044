import { randomInt, randomUUID } from 'node:crypto';

import type { IssuedInvitation } from '../../src/auth/administrators/invitations.service.js';
import { InvitationsService } from '../../src/auth/administrators/invitations.service.js';
import { person } from '../factories/person.js';
import { type Answer, ApiClient, type Body } from './api-client.js';
import type { TestService, TestTenant } from './service.js';

export const PASSWORD = 'plum tuba fjord';
/** That the user of a session is asking. */
export const PROOF = { currentPassword: PASSWORD };

/** The `name=value` of the session cookie that an answer sets; empty when it sets none. */
export function cookieOf({ headers }: Answer<Body>): string {
  return headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

/** A browser with an open session. */
export class Browser {
  constructor(
    private readonly service: TestService,
    readonly cookie: string,
    readonly csrfToken: string,
  ) {}

  static of(service: TestService, answer: Answer<Body>): Browser {
    return new Browser(service, cookieOf(answer), String(answer.body.data['csrfToken']));
  }

  /** Calls /api/v1/admin/… as the pages do. */
  get api(): ApiClient {
    const headers = { cookie: this.cookie, 'X-CSRF-Token': this.csrfToken };
    return new ApiClient(`${this.service.baseUrl}/api/v1/admin`, headers);
  }

  whoAmI(): Promise<Answer<Body>> {
    return this.service.anonymous().get('/api/v1/admin/session', { cookie: this.cookie });
  }

  logout(csrf: Record<string, string> = { 'X-CSRF-Token': this.csrfToken }): Promise<Answer<Body>> {
    const headers = { cookie: this.cookie, ...csrf };
    return this.service.anonymous().send('DELETE', '/api/v1/admin/session', undefined, headers);
  }
}

/** A user of a tenant who may log in, with actions for tests. */
export interface TestAdministrator {
  readonly id: string;
  readonly email: string;
  readonly externalId: string;
}

/** An address that is unique in all test files, because a login searches all tenants. */
export function newEmail(): string {
  return `${randomUUID()}@test.example.edu`;
}

/** Another client address each time, so that failures of one test do not delay another. */
export function someAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
}

/** Invites, accepts and logs in at one running service. */
export class Administrators {
  constructor(private readonly service: TestService) {}

  async invite(tenant: TestTenant, email: string): Promise<IssuedInvitation> {
    return this.service.app.get(InvitationsService).invite(await this.service.scope(tenant), { email });
  }

  async token(tenant: TestTenant, email: string): Promise<string> {
    return (await this.invite(tenant, email)).link.split('token=')[1] ?? '';
  }

  accept(token: string, password = PASSWORD): Promise<Answer<Body>> {
    return this.service.anonymous().post('/api/v1/admin/invitations/accept', { token, password });
  }

  /** A user with the role and a password. */
  async make(tenant: TestTenant, overrides: Record<string, unknown> = {}): Promise<TestAdministrator> {
    const { id, input } = await this.open(tenant, overrides);
    return { id, email: String(input['email']), externalId: String(input['externalId']) };
  }

  /** A user with the role, in the session that accepting the invitation opened. */
  async open(tenant: TestTenant, overrides: Record<string, unknown> = {}): Promise<OpenBrowser> {
    const input = person({ accountType: 'Staff', email: newEmail(), ...overrides });
    const { body } = await tenant.sis.post('/users', input);
    const accepted = await this.accept(await this.token(tenant, String(input['email'])));
    if (accepted.status !== 200) throw new Error(accepted.body.message);
    const browser = Browser.of(this.service, accepted);
    const id = String(body.data['id']);
    return { id, actor: `admin:${id}`, input, browser, api: browser.api };
  }

  login(
    email: string,
    { password = PASSWORD, headers = {}, ...rest }: LoginOptions = {},
  ): Promise<Answer<Body>> {
    const all = { 'X-Forwarded-For': someAddress(), ...headers };
    return this.service.anonymous().post('/api/v1/admin/session', { email, password, ...rest }, all);
  }

  async browser(email: string, options: LoginOptions = {}): Promise<Browser> {
    const answer = await this.login(email, options);
    if (answer.status !== 200) throw new Error(answer.body.message);
    return Browser.of(this.service, answer);
  }
}

/** An administrator who is logged in. */
export interface OpenBrowser {
  readonly id: string;
  /** As the audit log names them. */
  readonly actor: string;
  readonly input: Record<string, unknown>;
  readonly browser: Browser;
  readonly api: ApiClient;
}

interface LoginOptions {
  readonly password?: string;
  readonly tenantId?: string;
  /** Of the authenticator app. */
  readonly code?: string | undefined;
  /** The answer of an authenticator. */
  readonly passkey?: object | undefined;
  readonly headers?: Record<string, string>;
}
