import type { AccessScope } from '../../src/http/access.js';
import { type Row } from '../support/answers.js';
import type { Answer, Body } from '../support/api-client.js';
import { ApiClient } from '../support/api-client.js';
import { keepSecrets } from '../support/evidence.js';
import type { TestService } from '../support/service.js';

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
  readonly administrator: { readonly email: string; readonly password: string };
}

/** A key with the scope `sandbox`, of a tenant of its own. */
export class Tester {
  private constructor(
    private readonly service: TestService,
    readonly api: ApiClient,
  ) {}

  static async at(service: TestService): Promise<Tester> {
    const { apiKey, apiSecret } = await service.tenant({ scopes: ['sandbox'] });
    const headers = { 'X-Service-API-Key': apiKey, 'X-Service-API-Secret': apiSecret };
    return new Tester(service, new ApiClient(`${service.baseUrl}/api/v1/sandbox/tenants`, headers));
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
    const as = (scope: AccessScope): ApiClient => {
      const key = credentials.find(({ scopes }) => scopes.includes(scope));
      if (key === undefined) throw new Error(`There is no key for ${scope}`);
      const headers = { 'X-Service-API-Key': key.apiKey, 'X-Service-API-Secret': key.apiSecret };
      return new ApiClient(`${this.service.baseUrl}${BASES[scope] ?? ''}`, headers);
    };
    const administrator = made['administrator'] as TestSandbox['administrator'];
    return { tenantId: String(made['tenantId']), made, as, administrator };
  }

  reset({ tenantId }: TestSandbox): Promise<Answer<Body>> {
    return this.api.post(`/${tenantId}/reset`, {});
  }

  clock({ tenantId }: TestSandbox, input: Row): Promise<Answer<Body>> {
    return this.api.put(`/${tenantId}/clock`, input);
  }

  faults({ tenantId }: TestSandbox, faults: unknown): Promise<Answer<Body>> {
    return this.api.put(`/${tenantId}/faults`, faults);
  }

  remove({ tenantId }: TestSandbox): Promise<Answer<Body>> {
    return this.api.send('DELETE', `/${tenantId}`);
  }
}
