import type { Scope } from '../../src/tenancy/scope.js';
import { Administrators } from './administrators.js';
import type { Row } from './answers.js';
import type { Answer, ApiClient, Body } from './api-client.js';
import { auditOf } from './audit.js';
import type { TestService, TestTenant } from './service.js';

/** An administrator's browser at the pages of their tenant. */
export class Desk {
  private constructor(
    private readonly service: TestService,
    readonly tenant: TestTenant,
    readonly id: string,
    private readonly api: ApiClient,
  ) {}

  /** Creates one with its own tenant. */
  static async open(service: TestService): Promise<Desk> {
    return Desk.at(service, await service.tenant());
  }

  /** Creates one at this tenant. */
  static async at(service: TestService, tenant: TestTenant): Promise<Desk> {
    const { id, api } = await new Administrators(service).open(tenant);
    return new Desk(service, tenant, id, api);
  }

  call(method: string, path: string, json?: unknown): Promise<Answer<Body>> {
    const body = json === undefined ? undefined : JSON.stringify(json);
    const type: Record<string, string> = body === undefined ? {} : { 'Content-Type': 'application/json' };
    return this.api.send(method, `/${path}`, body, type);
  }

  async get(path: string): Promise<Body> {
    const { status, body } = await this.call('GET', path);
    if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  }

  async rows(path: string): Promise<Row[]> {
    return (await this.get(path)).data as unknown as Row[];
  }

  /** The values of one column of a list, and the total. */
  async column(path: string, name: string): Promise<[unknown[], unknown]> {
    const { data, meta } = await this.get(path);
    return [(data as unknown as Row[]).map((row) => row[name]), meta['total']];
  }

  scope(): Promise<Scope> {
    return this.service.scope(this.tenant);
  }

  /** The audit log since the administrator was created. */
  async account(): Promise<unknown[]> {
    const events = await auditOf(this.service, await this.scope());
    return events
      .filter(({ action }) => /^(queue|discrepancy|mapping|template)\./.test(action))
      .map(({ action, target, actor, before, after }) => [action, target, actor, before, after])
      .reverse();
  }
}
