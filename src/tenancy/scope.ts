import type { KnownTenant } from './tenant-settings.js';

/** Who asks, for which tenant, and under which request id: the first argument of every service and repository method. */
export interface Scope {
  readonly tenantId: string;
  readonly tenant: KnownTenant;
  /** `key:<apiKey>`, `admin:<user id>`, or `terminal`. */
  readonly actor: string;
  readonly requestId: string;
  /** The client's address; absent for work that no request asked for. */
  readonly address?: string;
  /** The run of the SIS that the call belongs to, as its header `X-Sync-Run` names it; absent when it names none. */
  readonly run?: string;
}
