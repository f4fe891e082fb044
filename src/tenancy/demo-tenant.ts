import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { TenancyService } from './tenancy.service.js';

/** What `.data/demo.json` holds. */
export interface DemoTenant {
  readonly tenantId: string;
  readonly apiKey: string;
  readonly apiSecret: string;
}

/** Makes a tenant to try the service with, unless there are tenants already. Its secret is kept in a file of mode 600. */
export async function createDemoTenant(
  tenancy: TenancyService,
  dataDir: string,
): Promise<DemoTenant | undefined> {
  if (await tenancy.hasTenants()) return undefined;
  const tenant = await tenancy.createTenant('Demo University', 'demo.example.edu');
  const { credential, apiSecret } = await tenancy.createCredential({
    tenantId: tenant.id,
    label: 'Demo',
    scopes: ['integration', 'workflow'],
  });
  const demo = { tenantId: tenant.id, apiKey: credential.apiKey, apiSecret };
  await mkdir(dataDir, { recursive: true });
  await writeFile(join(dataDir, 'demo.json'), `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  return demo;
}

/** Three calls that work when pasted into a terminal. */
export function demoCalls(demo: DemoTenant, baseUrl: string): string[] {
  const headers = `-H 'X-Service-API-Key: ${demo.apiKey}' -H 'X-Service-API-Secret: ${demo.apiSecret}'`;
  const person =
    '{"email":"ann.lee@demo.example.edu","firstName":"Ann","lastName":"Lee","accountType":"Student","externalId":"S-77"}';
  const integration = `${baseUrl}/api/v1/integration`;
  return [
    `curl -s ${headers} ${integration}`,
    `curl -s ${headers} -H 'Content-Type: application/json' -d '${person}' ${integration}/users`,
    `curl -s ${headers} ${integration}/users/S-77`,
  ];
}
