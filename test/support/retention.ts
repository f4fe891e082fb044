import { type Removal, RetentionService } from '../../src/privacy/retention/retention.service.js';
import type { TestService, TestTenant } from './service.js';

/** Sweeps one tenant, whatever was swept before. @returns how many were removed, by kind */
export async function sweepRetention(
  service: TestService,
  tenant: Pick<TestTenant, 'tenantId'>,
  options: Parameters<RetentionService['sweepTenant']>[1] = {},
): Promise<Record<string, number>> {
  const scope = await service.scope(tenant, 'retention-sweep');
  return countsOf(await service.app.get(RetentionService).sweepTenant(scope, options));
}

export function countsOf(removals: readonly Removal[]): Record<string, number> {
  return Object.fromEntries(removals.map(({ kind, count }) => [kind, count]));
}
