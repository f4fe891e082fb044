import type { SettingsChange } from '../../src/settings/settings.js';
import { TenancyService } from '../../src/tenancy/tenants/tenancy.service.js';
import type { TestService, TestTenant } from '../support/service.js';
import { person } from './person.js';

type Person = Record<string, unknown>;

/** A tenant with these settings; call it before the tenant's first call, so that every process reads them. */
export async function aTenantThat(service: TestService, settings: SettingsChange): Promise<TestTenant> {
  const tenant = await service.tenant();
  await service.app.get(TenancyService).changeSettings(await service.scope(tenant), settings);
  return tenant;
}

/** Another person under the number of this person, as after a number was given away again. */
export function successorOf({ externalId }: Person, overrides: Person = {}): Person {
  return person({ firstName: 'Bartholomew', lastName: 'Quintanilla', externalId, ...overrides });
}
