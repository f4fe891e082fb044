import type { TenantSettings } from './tenant-settings.js';

/** Who asks, for which tenant, and under which request id: the first argument of every service and repository method. */
export interface Scope {
  readonly tenantId: string;
  readonly tenant: TenantSettings;
  /** `key:<apiKey>`, `admin:<user id>`, or `terminal`. */
  readonly actor: string;
  readonly requestId: string;
  /** The client's address; absent for work that no request asked for. */
  readonly address?: string;
}

/** What a credential may be used for (contract, section 1: scope). */
export const ACCESS_SCOPES = ['integration', 'workflow'] as const;
export type AccessScope = (typeof ACCESS_SCOPES)[number];
