import { Injectable } from '@nestjs/common';

import { AuditService } from '../../audit/audit.service.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { UnknownTargetSystem } from '../../errors/sync.errors.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { CountersRepository } from '../counters/counters.repository.js';
import type { SyncPause } from '../entities/sync-pause.entity.js';
import { auditTargetOf } from '../targets/audit-target.js';
import { ReadySignal } from '../groups/ready-signal.js';
import { PausesRepository } from './pauses.repository.js';

/** Whether a pause or its end changed anything. */
export interface PauseOutcome {
  readonly pause: SyncPause | undefined;
  /** False when it was so before. */
  readonly isChanged: boolean;
}

/** Stops that items of a target system are handed out, and resumes it. Leases that are out stay. */
@Injectable()
export class PausesService {
  constructor(
    private readonly pauses: PausesRepository,
    private readonly counters: CountersRepository,
    private readonly signal: ReadySignal,
    private readonly audit: AuditService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Of the tenant, by name. */
  list(scope: Scope): Promise<SyncPause[]> {
    return this.pauses.of(scope);
  }

  /**
   * Claims that begin from now on, in every process, are handed nothing of the target system.
   * @param targetSystem blank: items without one
   * @throws {UnknownTargetSystem} when the tenant has neither such a target nor an item or claim of it
   */
  async pause(scope: Scope, targetSystem: string, reason: string | null): Promise<PauseOutcome> {
    if (!(await this.isKnown(scope, targetSystem))) throw new UnknownTargetSystem();
    const { tenantId, actor: pausedBy } = scope;
    const pause: SyncPause = { tenantId, targetSystem, pausedAt: nowOf(scope), pausedBy, reason };
    const isChanged = await this.unitOfWork.run(async (transaction) => {
      if (!(await this.pauses.add(transaction, pause))) return false;
      const entry = { action: 'connector.paused', target: auditTargetOf(targetSystem), after: { reason } };
      await this.audit.record(scope, [entry], transaction);
      return true;
    });
    return { pause: isChanged ? pause : await this.find(scope, targetSystem), isChanged };
  }

  /** Claims are answered again; those that wait look at once. */
  async resume(scope: Scope, targetSystem: string): Promise<PauseOutcome> {
    const before = await this.find(scope, targetSystem);
    const isChanged = await this.unitOfWork.run(async (transaction) => {
      if (!(await this.pauses.remove(scope, transaction, targetSystem))) return false;
      const entry = {
        action: 'connector.resumed',
        target: auditTargetOf(targetSystem),
        before: { pausedAt: before?.pausedAt.toISOString() ?? null, reason: before?.reason ?? null },
      };
      await this.audit.record(scope, [entry], transaction);
      return true;
    });
    if (isChanged) this.signal.give(scope.tenantId);
    return { pause: undefined, isChanged };
  }

  private async find(scope: Scope, targetSystem: string): Promise<SyncPause | undefined> {
    return (await this.pauses.of(scope)).find((one) => one.targetSystem === targetSystem);
  }

  /** Others would only be spelt wrongly. Items without a target system are there sooner or later. */
  async isKnown(scope: Scope, targetSystem: string): Promise<boolean> {
    if (targetSystem === '') return true;
    if (scope.tenant.syncTargets.some(({ name }) => name === targetSystem)) return true;
    const [queued, connectors, failed] = await Promise.all([
      this.counters.queuedBySystem(scope),
      this.counters.connectors(scope, nowOf(scope)),
      this.counters.failedBySystem(scope),
    ]);
    return [...queued, ...connectors, ...failed].some((one) => one.targetSystem === targetSystem);
  }
}
