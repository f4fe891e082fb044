import type { ConnectionSettings } from '../../src/tenancy/connection.js';
import { CredentialsService } from '../../src/tenancy/credentials/credentials.service.js';
import { keepError, keepSecrets } from './evidence.js';
import { exchange } from './exchange.js';
import type { TestService } from './service.js';

/** A resource, a list or an error, loosely typed for assertions. */
export type ScimBody = Record<string, unknown> & {
  readonly id: string;
  readonly status: string;
  readonly scimType?: string;
  readonly detail: string;
  readonly totalResults: number;
  readonly nextCursor?: string;
  readonly Resources: ScimBody[];
  readonly Operations: ScimBody[];
  readonly meta: { version: string; location: string; created: string; lastModified: string };
};

export interface ScimAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: ScimBody;
  readonly text: string;
}

export const SCIM_JSON = 'application/scim+json';
export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
export const EXTENSION = 'urn:integration-api:scim:schemas:2.0:User';
export const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

/** Real HTTP calls as an identity provider makes them. */
export class ScimClient {
  constructor(
    private readonly baseUrl: string,
    private readonly headers: Record<string, string>,
  ) {}

  get(path: string, headers: Record<string, string> = {}): Promise<ScimAnswer> {
    return this.send('GET', path, undefined, headers);
  }

  post(path: string, json: unknown, headers: Record<string, string> = {}): Promise<ScimAnswer> {
    return this.send('POST', path, JSON.stringify(json), headers);
  }

  put(path: string, json: unknown, headers: Record<string, string> = {}): Promise<ScimAnswer> {
    return this.send('PUT', path, JSON.stringify(json), headers);
  }

  /** Sends the operations in a PatchOp. */
  patch(
    path: string,
    operations: readonly unknown[],
    headers: Record<string, string> = {},
  ): Promise<ScimAnswer> {
    return this.send('PATCH', path, JSON.stringify({ schemas: [PATCH_OP], Operations: operations }), headers);
  }

  delete(path: string, headers: Record<string, string> = {}): Promise<ScimAnswer> {
    return this.send('DELETE', path, undefined, headers);
  }

  /** @throws {Error} unless one is created */
  async create(path: '/Users' | '/Groups', json: unknown): Promise<ScimBody> {
    const { status, body, text } = await this.post(path, json);
    if (status !== 201) throw new Error(text);
    return body;
  }

  async membersOf(groupId: string): Promise<string[]> {
    const { body } = await this.get(`/Groups/${groupId}`);
    return ((body['members'] ?? []) as { value: string }[]).map(({ value }) => value).sort();
  }

  /** The people whom a filter finds. */
  async find(filter: string, more = ''): Promise<ScimBody[]> {
    const { body } = await this.get(`/Users?filter=${encodeURIComponent(filter)}${more}`);
    return body.Resources;
  }

  async send(
    method: string,
    path: string,
    body?: string,
    headers: Record<string, string> = {},
  ): Promise<ScimAnswer> {
    const type: Record<string, string> = body === undefined ? {} : { 'Content-Type': SCIM_JSON };
    const sent = { ...this.headers, ...type, ...headers };
    const answer = await exchange(`${this.baseUrl}/scim/v2${path}`, method, sent, body);
    if (answer.status >= 400) keepError(answer.text, path + (body ?? ''));
    return { ...answer, body: (answer.text === '' ? {} : JSON.parse(answer.text)) as ScimBody };
  }
}

export interface TestConnection {
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly scim: ScimClient;
}

/** A key of scope `scim` of this tenant, and its client. */
export async function connect(
  service: TestService,
  tenant: { readonly tenantId: string },
  connection: Partial<ConnectionSettings> = { defaultAccountType: 'Student' },
): Promise<TestConnection> {
  const scope = await service.scope(tenant);
  const wanted = { label: 'provider', scopes: ['scim'] as const, connection };
  const { credential, apiSecret } = await service.app.get(CredentialsService).create(scope, wanted);
  keepSecrets('apiSecret', [apiSecret]);
  return { apiKey: credential.apiKey, apiSecret, scim: bearer(service, `${credential.apiKey}.${apiSecret}`) };
}

/** A client with this text after "Bearer". */
export function bearer({ baseUrl }: TestService, token: string): ScimClient {
  return new ScimClient(baseUrl, { Authorization: `Bearer ${token}` });
}
