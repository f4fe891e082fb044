import { Injectable } from '@nestjs/common';

import { Background } from '../../background/background.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { ValidationFailed } from '../../errors/request.errors.js';
import type { Scope } from '../../tenancy/scope.js';
import type { Tenant } from '../../tenancy/tenant.entity.js';
import { nowOf, type TenantClock, timeOf, wallTime } from '../../tenancy/tenant-clock.js';
import { TenancyService } from '../../tenancy/tenancy.service.js';
import { TenantsRepository } from '../../tenancy/tenants.repository.js';
import { LONGEST_ADVANCE, type MoveClockDto } from '../sandboxes.dto.js';
import { SandboxesService, type SandboxState } from '../sandboxes.service.js';
import { nextMidnight } from './next-midnight.js';

const ACTOR = 'sandbox-clock';

const EARLIEST = new Date('1970-01-02T00:00:00Z');
const LATEST = new Date('3000-01-01T00:00:00Z');

/** From when to when a clock moves. */
interface Way {
  readonly from: Date;
  readonly to: Date;
  /** Whether it stood still before. */
  readonly was: boolean;
  readonly goOn: () => Promise<void>;
}

/** Moves the time of sandboxes. */
@Injectable()
export class SandboxClockService {
  constructor(
    private readonly sandboxes: SandboxesService,
    private readonly tenants: TenantsRepository,
    private readonly tenancy: TenancyService,
    private readonly background: Background,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Moves the clock forward. What falls due on the way is done in its order, day by day, before this returns.
   * @throws {SandboxNotFound} and {@link SandboxBusy}
   * @throws {ValidationFailed} when the clock would go back, or too far
   */
  async move(caller: Scope, tenantId: string, wish: MoveClockDto): Promise<SandboxState> {
    await this.sandboxes.find(caller, tenantId);
    return this.sandboxes.alone(tenantId, async (goOn) => {
      const { sandbox, tenant } = await this.sandboxes.find(caller, tenantId);
      const from = timeOf(tenant.clock, wallTime());
      const to = targetOf(wish, from);
      const was = tenant.clock?.frozen ?? false;
      const last = await this.goThrough(tenant, { from, to, was, goOn });
      const frozen = wish.frozen ?? was;
      const moved = await this.set(last, { now: to.toISOString(), frozen });
      await this.background.settleTenant(tenantId);
      return { sandbox, tenant: moved };
    });
  }

  /** Stops at each midnight of the tenant and wherever something is due, up to this moment. */
  private async goThrough(tenant: Tenant, way: Way): Promise<Tenant> {
    let current = tenant;
    try {
      for await (const stop of this.stops(tenant, way)) current = stop;
      return current;
    } catch (error) {
      // It is where it came to, and runs on if it ran before.
      const now = timeOf(current.clock, wallTime()).toISOString();
      if (current !== tenant) await this.set(current, { now, frozen: way.was }).catch(() => undefined);
      throw error;
    }
  }

  /** The tenant at each stop, where its work has been done. */
  private async *stops(tenant: Tenant, { from, to, goOn }: Way): AsyncGenerator<Tenant, void, undefined> {
    let [at, current] = [from, tenant];
    for (;;) {
      await goOn();
      const scope = this.tenancy.scopeOf(current, ACTOR);
      const midnight = nextMidnight(scope.tenant.timeZone, at);
      const due = await this.background.nextOf(tenant.id, at);
      const stop = due !== undefined && due < midnight ? due : midnight;
      if (stop >= to) return;
      current = await this.set(current, { now: stop.toISOString(), frozen: true });
      await this.background.settleTenant(tenant.id, stop === midnight ? 'midnight' : 'moment');
      at = nowOf(this.tenancy.scopeOf(current, ACTOR));
      yield current;
    }
  }

  private async set(tenant: Tenant, wish: Pick<TenantClock, 'now' | 'frozen'>): Promise<Tenant> {
    const clock = { ...wish, setAt: wallTime().toISOString() };
    await this.unitOfWork.run((transaction) => this.tenants.change(transaction, tenant.id, { clock }));
    return { ...tenant, clock };
  }
}

/** @throws {ValidationFailed} when it is not one moment, is in the past, or too far */
function targetOf({ now, advanceSeconds, frozen }: MoveClockDto, from: Date): Date {
  const [moment, seconds] = [now ?? undefined, advanceSeconds ?? undefined];
  if (moment !== undefined && seconds !== undefined)
    throw refused('advanceSeconds', 'isAlone', 'advanceSeconds cannot be given together with now');
  if (seconds !== undefined) return within(new Date(from.getTime() + seconds * 1000), 'advanceSeconds');
  if (moment !== undefined) return within(forward(new Date(moment), from), 'now');
  if (typeof frozen === 'boolean') return from;
  throw refused('now', 'isDefined', 'now, advanceSeconds or frozen is required');
}

function forward(to: Date, from: Date): Date {
  if (to < from) {
    const message = `now must not be before ${from.toISOString()}, which it is already: clocks of sandboxes go forward`;
    throw refused('now', 'isForward', `${message}, and a reset puts them back`);
  }
  if (to.getTime() - from.getTime() > LONGEST_ADVANCE * 1000)
    throw refused('now', 'isNear', 'now must be at most ten years after the time that it is');
  return to;
}

/** @throws {ValidationFailed} for a moment that a database cannot store, or soon could not */
export function within(at: Date, field: string): Date {
  if (at >= EARLIEST && at < LATEST) return at;
  throw refused(field, 'isInRange', `${field} must not leave the years 1970 to 2999`);
}

function refused(field: string, code: string, message: string): ValidationFailed {
  return new ValidationFailed([{ field, code, message }]);
}
