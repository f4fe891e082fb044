import type { TenantSettings } from '../../settings/settings.js';
import { settingsOf, type StoredTenantSettings } from '../../settings/stored-settings.js';
import type { TenantClock } from '../time/tenant-clock.js';

/** The settings that each call carries, and what it must know about the tenant without reading the database. */
export interface TenantContext extends TenantSettings {
  /** Whether the mode was ever `hold`, or a pause was set: holds may still be open, whatever holds now. */
  readonly mayHaveHolds: boolean;
  /** Whether an administrator ever decided an identity conflict, so that matching has to read decisions. */
  readonly mayHaveDecisions: boolean;
  /** Whether the first steps of a new university are over, or hidden; undefined while they are shown. */
  readonly firstSteps: StoredTenantSettings['firstSteps'];
  /** Null but for sandboxes: their time is the wall time. */
  readonly clock: TenantClock | null;
  /** How often the sandbox was reset; 0 for other tenants. */
  readonly resets: number;
}

/** What is stored about a tenant that its calls carry. */
interface StoredTenant {
  readonly emailDomain: string;
  readonly settings: StoredTenantSettings | null;
  readonly clock: TenantClock | null;
  readonly resets: number;
}

export function tenantContextOf(tenant: StoredTenant): TenantContext {
  const { emailDomain, settings: stored, clock, resets } = tenant;
  const limits = stored?.deprovisioningGuard;
  const mayHaveHolds = limits?.everHeld === true || limits?.mode === 'hold';
  const mayHaveDecisions = stored?.everDecided === true;
  const { firstSteps } = stored ?? {};
  const known = { mayHaveHolds, mayHaveDecisions, firstSteps, clock, resets };
  return Object.freeze({ ...settingsOf(emailDomain, stored), ...known });
}
