import { timeOf, wallTime } from '../tenancy/time/tenant-clock.js';
import type { CreatedSandboxDto, SandboxDto } from './sandboxes.dto.js';
import type { CreatedSandbox, SandboxState } from './sandboxes.service.js';

export function presentSandbox({ sandbox, tenant }: SandboxState): SandboxDto {
  return {
    tenantId: sandbox.tenantId,
    name: tenant.name,
    seed: sandbox.seed,
    createdAt: sandbox.createdAt.toISOString(),
    expiresAt: sandbox.expiresAt.toISOString(),
    now: timeOf(tenant.clock, wallTime()).toISOString(),
    frozen: tenant.clock?.frozen ?? false,
    movingTo: tenant.clock?.moving?.to ?? null,
  };
}

export function presentCreated(created: CreatedSandbox): CreatedSandboxDto {
  return {
    ...presentSandbox(created),
    credentials: created.credentials.map(({ apiKey, apiSecret, scopes }) => ({ apiKey, apiSecret, scopes })),
    administrator: { email: created.sandbox.administratorEmail, password: created.password },
  };
}
