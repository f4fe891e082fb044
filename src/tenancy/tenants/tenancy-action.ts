import { fact } from '../../events/fact.js';
import type { Scope } from '../scope.js';

/** A change of a tenant, its settings or its keys; contains no secret and no hash of one. */
export interface TenancyAction {
  readonly action:
    | 'tenant.created'
    | 'tenant.suspended'
    | 'tenant.resumed'
    | 'settings.changed'
    | 'first-steps.hidden'
    | 'first-steps.shown'
    | 'first-steps.checked'
    | 'key.created'
    | 'key.rotated'
    | 'key.revoked'
    | 'key.handover-created'
    | 'key.handed-over'
    | 'connection.changed';
  /** `tenant:<id>`, `key:<apiKey>` or `connection:<id>`. */
  readonly target: string;
  readonly before?: Record<string, unknown>;
  readonly after?: Record<string, unknown>;
}

/** A tenant, its settings or one of its keys was changed. */
export const TENANCY_CHANGED = fact<Scope, readonly TenancyAction[]>('tenancy.changed');
