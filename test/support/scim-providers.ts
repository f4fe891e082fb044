import { randomUUID } from 'node:crypto';

import type { ConnectionSettings } from '../../src/tenancy/connection.js';
import { connect, ScimClient } from './scim.js';
import type { TestService, TestTenant } from './service.js';

/** An identity provider that has just been connected to a university. */
export interface Connected {
  readonly tenant: TestTenant;
  readonly scim: ScimClient;
}

/**
 * A tenant with a connection, whose client sends the headers of a provider.
 * @param settings of the connection; without them its people are Students
 */
export async function connectProvider(
  service: TestService,
  headers: Record<string, string>,
  settings: Partial<ConnectionSettings> = { defaultAccountType: 'Student' },
): Promise<Connected> {
  const tenant = await service.tenant();
  const { apiKey, apiSecret } = await connect(service, tenant, settings);
  const authorization = { Authorization: `Bearer ${apiKey}.${apiSecret}` };
  return { tenant, scim: new ScimClient(service.baseUrl, { ...headers, ...authorization }) };
}

/** What is stored of a person, as the SIS reads it. */
export async function stored({ tenant }: Connected, id: string): Promise<Record<string, unknown>> {
  return (await tenant.sis.get(`/users/${id}`)).body.data;
}

/** A sign-in name that no other person has. */
export function signInName(): string {
  return `ann.${randomUUID().slice(0, 13)}@test.example.edu`;
}

/** The query of a filter, with what a provider adds to it. */
export function filtered(filter: string, more = ''): string {
  return `?filter=${encodeURIComponent(filter)}${more}`;
}
