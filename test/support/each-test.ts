import { Administrators, type OpenBrowser } from './administrators.js';
import { connect, type TestConnection } from './scim.js';
import { TestService, type TestTenant } from './service.js';

interface Served {
  readonly service: TestService;
  readonly tenant: TestTenant;
}

function tenantForEachTest(begin: (served: Served) => Promise<void>): void {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.ofWorker();
  });
  beforeEach(async () => {
    await begin({ service, tenant: await service.tenant() });
  });
}

interface Administered extends Served, OpenBrowser {
  readonly admins: Administrators;
}

/** One service for the file; for each test a tenant with an administrator who is logged in. */
export function administratorForEachTest(
  begin: (given: Administered) => void,
  input: Record<string, unknown> = {},
): void {
  tenantForEachTest(async ({ service, tenant }) => {
    const admins = new Administrators(service);
    begin({ service, tenant, admins, ...(await admins.open(tenant, input)) });
  });
}

/** One service for the file; for each test a tenant with a connection of an identity provider. */
export function connectionForEachTest(begin: (given: Served & TestConnection) => void): void {
  tenantForEachTest(async ({ service, tenant }) => {
    begin({ service, tenant, ...(await connect(service, tenant)) });
  });
}
