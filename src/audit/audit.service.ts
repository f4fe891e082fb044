import { Injectable } from '@nestjs/common';

import type { Writer } from '../database/transaction/reader.js';
import { UnitOfWork } from '../database/transaction/unit-of-work.js';
import type { Scope } from '../tenancy/scope.js';
import type { AuditEvent } from './audit-event.entity.js';
import { type AuditFilter, AuditRepository, type AuditRange } from './audit.repository.js';

/** What was done; the scope says who did it, when and from where. */
export interface AuditEntry {
  readonly action: string;
  readonly target: string;
  readonly before?: Record<string, unknown> | null;
  readonly after?: Record<string, unknown> | null;
  /** When it differs from that of the scope. */
  readonly requestId?: string;
}

/** The log of administrative actions and of every change of a user's status or role. */
@Injectable()
export class AuditService {
  constructor(
    private readonly events: AuditRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Writes entries in the caller's transaction, so that an action and its entries are committed together. */
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

  list(scope: Scope, filter: AuditFilter, range: AuditRange): Promise<{ rows: AuditEvent[]; total: number }> {
    return this.events.list(scope, filter, range);
  }
}
