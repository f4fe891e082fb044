import { TenancyService } from '../../src/tenancy/tenants/tenancy.service.js';
import type { DeprovisioningChange } from '../../src/settings/settings.js';
import type { Row } from '../support/answers.js';
import { ApiClient } from '../support/api-client.js';
import type { TestService, TestTenant } from '../support/service.js';
import { aTenantThat } from './conflicts.js';
import { person } from './person.js';

/** Sets the limits of a tenant. Call it before the tenant's first call, so that every process reads them. */
export async function setLimits(
  service: TestService,
  tenant: TestTenant,
  deprovisioningGuard: DeprovisioningChange | null,
): Promise<void> {
  const scope = await service.scope(tenant);
  await service.app.get(TenancyService).changeSettings(scope, { deprovisioningGuard });
}

/** A tenant with de-provisioning limits. */
export function aLimitedTenant(
  service: TestService,
  deprovisioningGuard: DeprovisioningChange,
): Promise<TestTenant> {
  return aTenantThat(service, { deprovisioningGuard });
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
