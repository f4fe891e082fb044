import { TenancyService } from '../../src/tenancy/tenants/tenancy.service.js';
import type { DeprovisioningChange } from '../../src/settings/settings.js';
import type { Row } from '../support/answers.js';
import { ApiClient } from '../support/api-client.js';
import type { TestService, TestTenant } from '../support/service.js';
import { person } from './person.js';

/** Sets the limits of a tenant. Call it before the tenant's first call, so that every process reads them. */
export async function setLimits(
  service: TestService,
  { tenantId }: TestTenant,
  settings: DeprovisioningChange | null,
): Promise<void> {
  const tenancy = service.app.get(TenancyService);
  const scope = tenancy.scopeOf(await tenancy.findTenant(tenantId), 'terminal');
  await tenancy.changeSettings(scope, { deprovisioningGuard: settings });
}

/** A tenant with de-provisioning limits. */
export async function aLimitedTenant(
  service: TestService,
  settings: DeprovisioningChange,
): Promise<TestTenant> {
  const tenant = await service.tenant();
  await setLimits(service, tenant, settings);
  return tenant;
}

/** Active people, as the SIS would send them again. */
export async function activePeople({ sis }: TestTenant, count: number): Promise<Row[]> {
  const people = Array.from({ length: count }, () => person());
  await sis.bulk('/users/bulk', people);
  return people;
}

export function inactive(people: readonly Row[]): Row[] {
  return people.map((one) => ({ ...one, accountStatus: 'inactive' }));
}

export function idOf(someone: Row | undefined): string {
  return String(someone?.['externalId']);
}

/** A caller whose calls name this run. */
export function inRun(service: TestService, { apiKey, apiSecret }: TestTenant, run: string): ApiClient {
  return new ApiClient(`${service.baseUrl}/api/v1/integration`, {
    'X-Service-API-Key': apiKey,
    'X-Service-API-Secret': apiSecret,
    'X-Sync-Run': run,
  });
}

/** How many of the tenant's people are inactive. */
export async function inactiveCount({ sis }: TestTenant, people: readonly Row[]): Promise<number> {
  const found = await Promise.all(people.map((one) => sis.get(`/users/${idOf(one)}`)));
  return found.filter(({ body }) => body.data['accountStatus'] === 'inactive').length;
}
