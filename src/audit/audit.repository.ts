import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import {
  And,
  type EntityManager,
  type FindOptionsWhere,
  LessThan,
  MoreThanOrEqual,
  Repository,
} from 'typeorm';

import { BatchTable } from '../database/batch-table.js';
import type { Scope } from '../tenancy/scope.js';
import { AuditEvent } from './audit-event.entity.js';

export interface AuditFilter {
  readonly target?: string | undefined;
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  /** From this moment on. */
  readonly from?: Date | undefined;
  /** Before this moment. */
  readonly to?: Date | undefined;
}

/** Which part of a list is asked for. */
export interface AuditWindow {
  readonly offset: number;
  readonly limit: number;
  readonly order: 'ASC' | 'DESC';
}

const EARLIEST = new Date(0);
const LATEST = new Date('9999-12-31');

function condition(
  { tenantId }: Pick<Scope, 'tenantId'>,
  { target, actor, action, from, to }: AuditFilter,
): FindOptionsWhere<AuditEvent> {
  const isTimed = from !== undefined || to !== undefined;
  return {
    tenantId,
    ...(target === undefined ? {} : { target }),
    ...(actor === undefined ? {} : { actor }),
    ...(action === undefined ? {} : { action }),
    ...(isTimed ? { at: And(MoreThanOrEqual(from ?? EARLIEST), LessThan(to ?? LATEST)) } : {}),
  };
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
    return this.events.find({
      where: {
        ...condition(scope, filter),
        ...(beforeId === undefined ? {} : { id: LessThan(beforeId) }),
      },
      order: { id: 'DESC' },
      take: limit,
    });
  }

  /** A part of the list, and how many entries there are in all. Entries are numbered in the order in which they are made. */
  async list(
    scope: Scope,
    filter: AuditFilter,
    { offset, limit, order }: AuditWindow,
  ): Promise<{ rows: AuditEvent[]; total: number }> {
    const where = condition(scope, filter);
    const [rows, total] = await this.events.findAndCount({
      where,
      order: { id: order },
      skip: offset,
      take: limit,
    });
    return { rows, total };
  }
}
