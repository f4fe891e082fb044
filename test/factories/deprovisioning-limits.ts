import type { DeprovisioningChange } from '../../src/settings/settings.js';
import type { Row } from '../support/answers.js';
import { ApiClient } from '../support/api-client.js';
import { type IssuedKey, keyHeaders, type TestService, type TestTenant } from '../support/service.js';
import { aTenantThat } from './conflicts.js';
import { person } from './person.js';

/** Sets the limits of a tenant. Call it before the tenant's first call, so that every process reads them. */
export function setLimits(
  service: TestService,
  tenant: TestTenant,
  deprovisioningGuard: DeprovisioningChange | null,
): Promise<void> {
  return service.changeSettings(tenant, { deprovisioningGuard });
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
export function inRun({ baseUrl }: TestService, key: IssuedKey, run: string): ApiClient {
  return new ApiClient(`${baseUrl}/api/v1/integration`, { ...keyHeaders(key), 'X-Sync-Run': run });
}

/** How many of the tenant's people are inactive. */
export async function inactiveCount({ sis }: TestTenant, people: readonly Row[]): Promise<number> {
  const found = await Promise.all(people.map((one) => sis.get(`/users/${idOf(one)}`)));
  return found.filter(({ body }) => body.data['accountStatus'] === 'inactive').length;
}
