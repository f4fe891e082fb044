import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';

import { Background } from '../../background/background.js';
import type { Task } from '../../background/task.js';
import { explain } from '../../database/transaction/database-errors.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { SandboxBusy, SandboxNotFound } from '../../errors/sandbox.errors.js';
import { LineLogger } from '../../log-lines/line-logger.js';
import type { Scope } from '../../tenancy/scope.js';
import type { Tenant } from '../../tenancy/tenants/tenant.entity.js';
import {
  type ClockCall,
  type ClockMove,
  type TenantClock,
  timeOf,
  wallTime,
} from '../../tenancy/time/tenant-clock.js';
import { TenancyService } from '../../tenancy/tenants/tenancy.service.js';
import { TenantsRepository } from '../../tenancy/tenants/tenants.repository.js';
import { SandboxesService, type SandboxState } from '../sandboxes.service.js';
import { isRepetition, type MoveInput, moveOf } from './clock-move.js';

export interface MoveOptions {
  /** How long the caller waits for the end of the move; undefined: however long it takes. */
  readonly waitMs: number | undefined;
  readonly call: ClockCall | undefined;
}

interface Steps {
  /** Keeps the lease before each stop, or ends the move. */
  readonly prolong: () => Promise<void>;
  /** Called once it is stored where the clock goes. */
  readonly begin?: () => void;
}

/** Moves the time of sandboxes. */
@Injectable()
export class SandboxClockService implements BeforeApplicationShutdown {
  private readonly logger = new LineLogger(SandboxClockService.name);
  private readonly work: Task;
  /** Moves whose callers have their answer already. */
  private readonly unattended = new Set<Promise<unknown>>();

  constructor(
    private readonly sandboxes: SandboxesService,
    private readonly tenants: TenantsRepository,
    private readonly tenancy: TenancyService,
    private readonly background: Background,
    private readonly unitOfWork: UnitOfWork,
  ) {
    this.work = background.each('sandbox-clocks', { run: () => this.resumeAll() });
  }

  /** While the database is still there: they end at their next stop, and another process continues them. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.unattended);
  }

  /**
   * Moves the clock forward. What falls due on the way is done in its order before this returns, or after it when
   * `waitMs` are over. When the process ends meanwhile, another one continues.
   * @returns with `waitMs` perhaps a clock that is still moving
   * @throws {SandboxNotFound} and {@link SandboxBusy}, also when the sandbox was deleted or reset meanwhile
   * @throws {ValidationFailed} when the clock would go back, or too far
   * @throws {IdempotencyConflict} when the key of the call came with another body
   */
  async move(
    caller: Scope,
    tenantId: string,
    input: MoveInput,
    { waitMs, call }: MoveOptions,
  ): Promise<SandboxState> {
    const found = await this.sandboxes.find(caller, tenantId);
    const { clock } = found.tenant;
    if (waitMs !== undefined && clock?.moving !== undefined && isRepetition(call, clock)) return found;
    let begin = (): void => undefined;
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const moved = this.alone(tenantId, async (prolong) => {
      const { sandbox, tenant } = await this.sandboxes.find(caller, tenantId);
      const move = moveOf(input, tenant.clock, call);
      if (move === undefined) return { sandbox, tenant };
      return { sandbox, tenant: await this.goThrough(tenant, move, { prolong, begin }) };
    });
    if (waitMs === undefined) return moved;
    // Until then a look at the sandbox would show that nothing moves.
    await Promise.race([begun, moved]);
    if (await settlesWithin(moved, waitMs)) return moved;
    this.leave(tenantId, moved);
    return this.sandboxes.find(caller, tenantId);
  }

  /** Lets a move go on whose caller gets an answer. */
  private leave(tenantId: string, moved: Promise<unknown>): void {
    const ended = moved
      .catch((error: unknown) => {
        this.report(tenantId, error);
      })
      .finally(() => this.unattended.delete(ended));
    this.unattended.add(ended);
  }

  /** Continues moves whose process has ended; one that fails stays where it has come to. */
  private async resumeAll(): Promise<void> {
    for (const { id } of await this.tenants.ofMovingClock())
      await this.resume(id).catch((error: unknown) => {
        this.report(id, error);
      });
  }

  private resume(tenantId: string): Promise<void> {
    return this.alone(tenantId, async (prolong) => {
      const tenant = await this.tenancy.findTenant(tenantId);
      const moving = tenant.clock?.moving;
      if (moving !== undefined) await this.goThrough(tenant, moving, { prolong });
    });
  }

  /** What another one continues, a reset or a deletion has ended, is no failure. */
  private report(tenantId: string, error: unknown): void {
    if (error instanceof SandboxBusy || error instanceof SandboxNotFound) return;
    this.logger.warn({ msg: 'the clock of a sandbox was not moved', tenantId, ...explain(error) });
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
  private async goThrough(tenant: Tenant, move: ClockMove, { prolong, begin }: Steps): Promise<Tenant> {
    const to = new Date(move.to);
    let at = timeOf(tenant.clock, wallTime());
    let current = await this.set(tenant, { now: at.toISOString(), frozen: true, moving: move });
    begin?.();
    try {
      do {
        await prolong();
        const due = await this.background.nextOf(tenant.id, at);
        at = due !== undefined && due < to ? due : to;
        current = await this.set(current, { now: at.toISOString(), frozen: true, moving: move });
        await this.background.settleTenant(tenant.id, at < to ? 'moment' : 'end');
      } while (at < to);
      return await this.set(current, { now: move.to, frozen: move.frozen, call: move.call });
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

function settlesWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms, false);
    const settled = (): void => {
      clearTimeout(timer);
      resolve(true);
    };
    work.then(settled, settled);
  });
}
