import { isDomainName } from '../../http/fields/formats.js';
import { TenancyService } from '../../tenancy/tenants/tenancy.service.js';
import type { Tenant } from '../../tenancy/tenants/tenant.entity.js';
import { DEPROVISIONING_MODES, type DeprovisioningMode } from '../../settings/settings.js';
import { newTenantSettings } from '../../settings/stored-settings.js';
import { type Action, table, textOf, UsageProblem, type Values } from '../command.js';
import { didYouMean } from '../near-miss.js';

function present({ id, name, emailDomain, status, createdAt }: Tenant): object {
  return { tenantId: id, name, domain: emailDomain, status, createdAt: createdAt.toISOString() };
}

/** @throws {UsageProblem} */
function guardModeOf(values: Values): DeprovisioningMode {
  const text = values['guard-mode'] === undefined ? 'observe' : textOf(values, 'guard-mode');
  const mode = DEPROVISIONING_MODES.find((one) => one === text);
  if (mode === undefined)
    throw new UsageProblem(`--guard-mode must be observe or hold.${didYouMean(text, DEPROVISIONING_MODES)}`);
  return mode;
}

/** @param effect for the text, without a full stop */
export function setStatus(status: Tenant['status'], effect: string): Action {
  return async (app, _, [tenantId = '']) => {
    const tenant = await app.get(TenancyService).setTenantStatus(tenantId, status);
    return { json: present(tenant), text: `${tenant.name} (${tenant.id}) is ${tenant.status}; ${effect}.` };
  };
}

export const createTenant: Action = async (app, values) => {
  const name = textOf(values, 'name');
  const domain = textOf(values, 'domain').toLowerCase();
  if (name.length > 255) throw new UsageProblem('--name must be at most 255 characters long.');
  if (!isDomainName(domain))
    throw new UsageProblem('--domain must be a domain name, such as northern.example.edu.');
  const mode = guardModeOf(values);
  const tenant = await app.get(TenancyService).createTenant(name, domain, newTenantSettings(mode));
  const beyond =
    mode === 'hold'
      ? 'are held until an administrator decides'
      : 'are applied, and administrators are notified';
  return {
    json: present(tenant),
    text: [
      `Tenant ${tenant.id} was created for ${name}.`,
      `De-provisionings beyond 50 people or 10 % of a day, whichever is more, ${beyond}.`,
      ...(mode === 'hold' ? [] : [`To hold them: tenant settings ${tenant.id} --guard-mode hold`]),
      `Next: key create --tenant ${tenant.id} --scopes integration --label "SIS nightly"`,
    ].join('\n'),
  };
};

export const listTenants: Action = async (app) => {
  const tenants = await app.get(TenancyService).listTenants();
  const rows = tenants.map(({ id, name, emailDomain, status }) => [id, name, emailDomain, status]);
  return { json: tenants.map(present), text: table(['tenant', 'name', 'domain', 'status'], rows) };
};
