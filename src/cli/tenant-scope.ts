import type { INestApplicationContext } from '@nestjs/common';

import type { Scope } from '../tenancy/scope.js';
import { TenancyService } from '../tenancy/tenants/tenancy.service.js';

/**
 * The scope of work at the terminal.
 * @throws {UnknownName} when there is no such tenant
 */
export async function tenantScope(app: INestApplicationContext, tenantId: string): Promise<Scope> {
  const tenancy = app.get(TenancyService);
  return tenancy.scopeOf(await tenancy.findTenant(tenantId), 'terminal');
}
