import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, LessThan, Repository } from 'typeorm';

import { BatchTable } from '../database/batch-table.js';
import type { Scope } from '../tenancy/scope.js';
import { AuditEvent } from './audit-event.entity.js';

export interface AuditFilter {
  readonly target?: string | undefined;
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
}

/** There is no update and no delete here, on purpose. */
@Injectable()
export class AuditRepository {
  private readonly table: BatchTable<AuditEvent>;

  constructor(@InjectRepository(AuditEvent) private readonly events: Repository<AuditEvent>) {
    this.table = new BatchTable(events, ['id']);
  }

  async add(manager: EntityManager, events: readonly Omit<AuditEvent, 'id'>[]): Promise<void> {
    // An id of null makes the server number the row.
    await this.table.put(
      manager,
      events.map((event) => ({ ...event, id: null as unknown as number })),
    );
  }

  /** The latest first. */
  page(
    scope: Scope,
    filter: AuditFilter,
    beforeId: number | undefined,
    limit: number,
  ): Promise<AuditEvent[]> {
    const { target, actor, action } = filter;
    return this.events.find({
      where: {
        tenantId: scope.tenantId,
        ...(target === undefined ? {} : { target }),
        ...(actor === undefined ? {} : { actor }),
        ...(action === undefined ? {} : { action }),
        ...(beforeId === undefined ? {} : { id: LessThan(beforeId) }),
      },
      order: { id: 'DESC' },
      take: limit,
    });
  }
}
