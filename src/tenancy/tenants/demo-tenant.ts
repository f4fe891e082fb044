import type { TenancyService } from './tenancy.service.js';

/** The demo tenant with its credential. */
export interface DemoTenant {
  readonly tenantId: string;
  readonly apiKey: string;
  readonly apiSecret: string;
}

export async function createDemoTenant(tenancy: TenancyService): Promise<DemoTenant> {
  const tenant = await tenancy.createTenant('Demo University', 'demo.example.edu');
  const { credential, apiSecret } = await tenancy.createCredential({
    tenantId: tenant.id,
    label: 'Demo',
    scopes: ['integration', 'workflow', 'sandbox'],
  });
  return { tenantId: tenant.id, apiKey: credential.apiKey, apiSecret };
}

/** Three calls that work when pasted into a terminal. */
export function demoCalls(demo: DemoTenant, baseUrl: string): string[] {
  const headers = `-H 'X-Service-API-Key: ${demo.apiKey}' -H 'X-Service-API-Secret: ${demo.apiSecret}'`;
  const person =
    '{"email":"ann.lee@demo.example.edu","firstName":"Ann","lastName":"Lee",' +
    '"accountType":"Student","externalId":"S-77"}';
  const integration = `${baseUrl}/api/v1/integration`;
  return [
    `curl -s ${headers} ${integration}`,
    `curl -s ${headers} -H 'Content-Type: application/json' -d '${person}' ${integration}/users`,
    `curl -s ${headers} ${integration}/users/S-77`,
  ];
}
