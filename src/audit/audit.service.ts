import { Injectable } from '@nestjs/common';

import type { Writer } from '../database/transaction/reader.js';
import { UnitOfWork } from '../database/transaction/unit-of-work.js';
import type { Scope } from '../tenancy/scope.js';
import type { AuditEvent } from './audit-event.entity.js';
import { type AuditFilter, AuditRepository, type AuditWindow } from './audit.repository.js';

/** What was done; who, when and from where follow from the scope. */
export interface AuditEntry {
  readonly action: string;
  readonly target: string;
  readonly before?: Record<string, unknown> | null;
  readonly after?: Record<string, unknown> | null;
  /** Where it is not that of the scope. */
  readonly requestId?: string;
}

/** The account of administrative actions and of every change of a user's status or role. */
@Injectable()
export class AuditService {
  constructor(
    private readonly events: AuditRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Writes entries in the caller's transaction, so that what was done and its account stand or fall together. */
  async record(
    scope: Scope,
    entries: readonly AuditEntry[],
    writer: Writer = this.unitOfWork.single,
  ): Promise<void> {
    const { tenantId, actor, address } = scope;
    const at = new Date();
    await this.events.add(
      writer,
      entries.map(({ action, target, before = null, after = null, requestId = scope.requestId }) => ({
        tenantId,
        at,
        actor,
        action,
        target,
        before,
        after,
        address: address ?? null,
        requestId,
      })),
    );
  }

  list(
    scope: Scope,
    filter: AuditFilter,
    window: AuditWindow,
  ): Promise<{ rows: AuditEvent[]; total: number }> {
    return this.events.list(scope, filter, window);
  }
}
