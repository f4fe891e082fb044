import type { AccessScope } from '../../src/http/access-scopes.js';
import { Administrators, type Browser } from '../support/administrators.js';
import { type Row } from '../support/answers.js';
import { type Answer, ApiClient, type Body } from '../support/api-client.js';
import { keepSecrets } from '../support/evidence.js';
import { bearer, type ScimClient } from '../support/scim.js';
import { keyHeaders, type TestService } from '../support/service.js';

/** Where each scope calls. */
const BASES: Readonly<Partial<Record<AccessScope, string>>> = {
  integration: '/api/v1/integration',
  users: '/api/v1/integration',
  progress: '/api/v1/integration',
  sync: '/api/v1/integration',
  workflow: '/api/v1/workflow',
};

/** A sandbox as a tester has it. */
export interface TestSandbox {
  readonly tenantId: string;
  readonly made: Row;
  /** Calls with the key of this scope, under the scope's own base. */
  readonly as: (scope: AccessScope) => ApiClient;
  readonly scim: ScimClient;
  readonly administrator: { readonly email: string; readonly password: string };
  /** The pages, as its administrator opens them. */
  readonly pages: () => Promise<Browser>;
}

/** A key with the scope `sandbox`, of a tenant of its own. */
export class Tester {
  readonly api: ApiClient;

  private constructor(
    private readonly service: TestService,
    private readonly headers: Record<string, string>,
  ) {
    this.api = new ApiClient(`${service.baseUrl}/api/v1/sandbox/tenants`, headers);
  }

  static async at(service: TestService): Promise<Tester> {
    return new Tester(service, keyHeaders(await service.tenant({ scopes: ['sandbox'] })));
  }

  /** The same key, by way of another process. */
  through(other: TestService): Tester {
    return new Tester(other, this.headers);
  }

  async make(input: Row = {}): Promise<TestSandbox> {
    const answer = await this.api.post('', input);
    if (answer.status !== 201) throw new Error(answer.body.message);
    const made = answer.body.data;
    const credentials = made['credentials'] as { apiKey: string; apiSecret: string; scopes: string[] }[];
    keepSecrets(
      'apiSecret',
      credentials.map(({ apiSecret }) => apiSecret),
    );
    const keyOf = (scope: AccessScope): (typeof credentials)[number] => {
      const key = credentials.find(({ scopes }) => scopes.includes(scope));
      if (key === undefined) throw new Error(`There is no key for ${scope}`);
      return key;
    };
    const as = (scope: AccessScope): ApiClient =>
      new ApiClient(`${this.service.baseUrl}${BASES[scope] ?? ''}`, keyHeaders(keyOf(scope)));
    const scim = bearer(this.service, `${keyOf('scim').apiKey}.${keyOf('scim').apiSecret}`);
    const administrator = made['administrator'] as TestSandbox['administrator'];
    const { email, password } = administrator;
    const pages = (): Promise<Browser> => new Administrators(this.service).browser(email, { password });
    return { tenantId: String(made['tenantId']), made, as, scim, administrator, pages };
  }

  reset({ tenantId }: TestSandbox): Promise<Answer<Body>> {
    return this.api.post(`/${tenantId}/reset`, {});
  }

  /** @param key the idempotency key of the call */
  clock({ tenantId }: TestSandbox, input: Row, key?: string): Promise<Answer<Body>> {
    const headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key };
    return this.api.put(`/${tenantId}/clock`, input, headers);
  }

  faults({ tenantId }: TestSandbox, faults: unknown): Promise<Answer<Body>> {
    return this.api.put(`/${tenantId}/faults`, faults);
  }

  remove({ tenantId }: TestSandbox): Promise<Answer<Body>> {
    return this.api.send('DELETE', `/${tenantId}`);
  }
}
