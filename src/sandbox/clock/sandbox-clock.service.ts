import { Injectable } from '@nestjs/common';

import { Background } from '../../background/background.js';
import type { Task } from '../../background/task.js';
import { explain } from '../../database/transaction/database-errors.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { ValidationFailed } from '../../errors/request.errors.js';
import { SandboxBusy, SandboxNotFound } from '../../errors/sandbox.errors.js';
import { LineLogger } from '../../log-lines/line-logger.js';
import type { Scope } from '../../tenancy/scope.js';
import type { Tenant } from '../../tenancy/tenants/tenant.entity.js';
import { type ClockMove, type TenantClock, timeOf, wallTime } from '../../tenancy/time/tenant-clock.js';
import { TenancyService } from '../../tenancy/tenants/tenancy.service.js';
import { TenantsRepository } from '../../tenancy/tenants/tenants.repository.js';
import { LONGEST_ADVANCE, type MoveClockDto } from '../sandboxes.dto.js';
import { SandboxesService, type SandboxState } from '../sandboxes.service.js';

const EARLIEST = new Date('1970-01-02T00:00:00Z');
const LATEST = new Date('3000-01-01T00:00:00Z');

/** Moves the time of sandboxes. */
@Injectable()
export class SandboxClockService {
  private readonly logger = new LineLogger(SandboxClockService.name);
  private readonly work: Task;

  constructor(
    private readonly sandboxes: SandboxesService,
    private readonly tenants: TenantsRepository,
    private readonly tenancy: TenancyService,
    private readonly background: Background,
    private readonly unitOfWork: UnitOfWork,
  ) {
    this.work = background.each('sandbox-clocks', { run: () => this.resumeAll() });
  }

  /**
   * Moves the clock forward. What falls due on the way is done in its order before this returns. When the process ends
   * meanwhile, another one continues.
   * @throws {SandboxNotFound} and {@link SandboxBusy}, also when the sandbox was deleted or reset meanwhile
   * @throws {ValidationFailed} when the clock would go back, or too far
   */
  async move(caller: Scope, tenantId: string, input: MoveClockDto): Promise<SandboxState> {
    await this.sandboxes.find(caller, tenantId);
    return this.alone(tenantId, async (prolong) => {
      const { sandbox, tenant } = await this.sandboxes.find(caller, tenantId);
      const { clock } = tenant;
      const to = targetOf(input, timeOf(clock, wallTime())).toISOString();
      const frozen = input.frozen ?? (clock?.moving ?? clock)?.frozen ?? false;
      return { sandbox, tenant: await this.goThrough(tenant, { to, frozen }, prolong) };
    });
  }

  /** Continues moves whose process has ended; one that fails stays where it has come to. */
  private async resumeAll(): Promise<void> {
    for (const { id } of await this.tenants.ofMovingClock())
      await this.resume(id).catch((error: unknown) => {
        if (error instanceof SandboxBusy) return;
        this.logger.warn({ msg: 'the clock of a sandbox was not moved', tenantId: id, ...explain(error) });
      });
  }

  private resume(tenantId: string): Promise<void> {
    return this.alone(tenantId, async (prolong) => {
      const tenant = await this.tenancy.findTenant(tenantId);
      const moving = tenant.clock?.moving;
      if (moving !== undefined) await this.goThrough(tenant, moving, prolong);
    });
  }

  /** Deleting and resetting a sandbox do not wait for this: {@link set} finds them. */
  private alone<T>(tenantId: string, work: (prolong: () => Promise<void>) => Promise<T>): Promise<T> {
    return this.sandboxes.alone(`clock of ${tenantId}`, (prolong) =>
      work(async () => {
        if (this.work.isStopping) throw new SandboxBusy();
        await prolong();
      }),
    );
  }

  /** Stops wherever something is due, and does it. */
  private async goThrough(tenant: Tenant, move: ClockMove, prolong: () => Promise<void>): Promise<Tenant> {
    const to = new Date(move.to);
    let at = timeOf(tenant.clock, wallTime());
    let current = await this.set(tenant, { now: at.toISOString(), frozen: true, moving: move });
    try {
      do {
        await prolong();
        const due = await this.background.nextOf(tenant.id, at);
        at = due !== undefined && due < to ? due : to;
        current = await this.set(current, { now: at.toISOString(), frozen: true, moving: move });
        await this.background.settleTenant(tenant.id, at < to ? 'moment' : 'end');
      } while (at < to);
      return await this.set(current, { now: move.to, frozen: move.frozen });
    } catch (error) {
      if (error instanceof SandboxBusy) throw error;
      // It is where it came to; otherwise every process would try again and again what fails.
      const now = timeOf(current.clock, wallTime()).toISOString();
      await this.set(current, { now, frozen: move.frozen }).catch(() => undefined);
      throw error;
    }
  }

  /**
   * Sets a clock that nothing else has set since.
   * @throws {SandboxNotFound} when the sandbox was deleted, and {@link SandboxBusy} when it was reset
   */
  private async set(tenant: Tenant, input: Omit<TenantClock, 'setAt'>): Promise<Tenant> {
    const clock = { ...input, setAt: wallTime().toISOString() };
    await this.unitOfWork.run(async (transaction) => {
      const stored = await this.tenants.lock(tenant.id, transaction);
      if (stored?.status !== 'active') throw new SandboxNotFound();
      const isSame = stored.resets === tenant.resets && stored.clock?.setAt === tenant.clock?.setAt;
      if (!isSame) throw new SandboxBusy();
      await this.tenants.change(transaction, tenant.id, { clock });
    });
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
