import { Injectable } from '@nestjs/common';

import type { Writer } from '../database/transaction/reader.js';
import { UnitOfWork } from '../database/transaction/unit-of-work.js';
import type { Scope } from '../tenancy/scope.js';
import { nowOf } from '../tenancy/tenant-clock.js';
import type { AuditEvent } from './audit-event.entity.js';
import { type ActRange, type AuditFilter, AuditRepository, type AuditRange } from './audit.repository.js';

/** What was done; the scope says who did it, when and from where. */
export interface AuditEntry {
  readonly action: string;
  readonly target: string;
  readonly before?: Record<string, unknown> | null;
  readonly after?: Record<string, unknown> | null;
  /** When it differs from that of the scope. */
  readonly requestId?: string;
}

/** Entries of one action beside each other, so that those of an act are. */
function inActs(entries: readonly AuditEntry[]): readonly AuditEntry[] {
  const byAction = new Map<string, AuditEntry[]>();
  for (const entry of entries) {
    const same = byAction.get(entry.action);
    if (same === undefined) byAction.set(entry.action, [entry]);
    else same.push(entry);
  }
  return byAction.size < 2 ? entries : [...byAction.values()].flat();
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
    const { tenantId, actor, address, run = null } = scope;
    const at = nowOf(scope);
    const sizes = new Map<string, number>();
    for (const { action } of entries) sizes.set(action, (sizes.get(action) ?? 0) + 1);
    // The first entry of each action takes its size, and leaves 0 for the others.
    const actEntriesOf = (action: string): number => {
      const size = sizes.get(action) ?? 0;
      sizes.set(action, 0);
      return size;
    };
    await this.events.add(
      writer,
      inActs(entries).map(({ action, target, before = null, after = null, requestId = scope.requestId }) => ({
        tenantId,
        at,
        actor,
        action,
        target,
        before,
        after,
        address: address ?? null,
        requestId,
        run,
        actEntries: actEntriesOf(action),
      })),
    );
  }

  /**
   * The entries of an act, the first one included, in the order in which they were written.
   * @param first the first entry of the act
   */
  entriesOfAct(scope: Scope, first: AuditEvent, range: ActRange): Promise<AuditEvent[]> {
    return this.events.entriesOfAct(scope, first, range);
  }

  /** Undefined when the tenant has no such entry. */
  find(scope: Scope, id: number): Promise<AuditEvent | undefined> {
    return this.events.find(scope, id);
  }

  /** Every entry that the filter leaves, the latest first, read while they are taken. */
  all(scope: Scope, filter: AuditFilter): AsyncGenerator<AuditEvent[]> {
    return this.events.all(scope, filter);
  }

  list(scope: Scope, filter: AuditFilter, range: AuditRange): Promise<{ rows: AuditEvent[]; total: number }> {
    return this.events.list(scope, filter, range);
  }
}
