import type { AccessScope } from '../http/access-scopes.js';
import type { Act } from './act.js';
import type { Connection } from './connection.js';
import type { TenantContext } from './tenants/tenant-context.js';

/**
 * The name under which a process remembers something about a tenant: another one after each reset of a sandbox, which
 * forgets all of it.
 */
export function memoryKeyOf({ tenantId, tenant }: Pick<Scope, 'tenantId' | 'tenant'>): string {
  return tenant.resets === 0 ? tenantId : `${tenantId} ${tenant.resets}`;
}

/** The tenant, actor and request id of a call: the first argument of every service and repository method. */
export interface Scope {
  readonly tenantId: string;
  readonly tenant: TenantContext;
  /** `key:<apiKey>`, `admin:<user id>`, or `terminal`. */
  readonly actor: string;
  readonly requestId: string;
  /** The `traceparent` that hands its trace on; absent where it is not traced. */
  readonly traceParent?: string | undefined;
  /** The scopes of a caller's credential, with those that they include; absent for all others. */
  readonly scopes?: readonly AccessScope[];
  /** The client's address; absent for work without a request. */
  readonly address?: string;
  /** The run that the call belongs to, from its header `X-Sync-Run`; absent when it names none. */
  readonly run?: string;
  /** The act in several transactions that this step is a part of, see `inOneAct`; absent for all others. */
  readonly act?: Act;
  /** Set while an administrator's file is applied: limits and pauses hold for it as for a caller of the API. */
  readonly isFile?: boolean;
  /** The connection of a caller with the scope `scim`; absent for all others. */
  readonly connection?: Connection;
  /**
   * Asks again whether the caller is admitted, and throws the refusal of a new call when not. A call that takes long
   * awaits it before each batch and each hand-out. Absent for work without a caller.
   */
  readonly readmit?: () => Promise<void>;
}

/** The parts of an answer, which ends with an error once the caller is no longer admitted. */
export async function* whileAdmitted<T>(
  { readmit }: Pick<Scope, 'readmit'>,
  parts: AsyncGenerator<T>,
): AsyncGenerator<T> {
  for await (const part of parts) {
    await readmit?.();
    yield part;
  }
}
