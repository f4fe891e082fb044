import { Injectable } from '@nestjs/common';

import { ReadReplica } from '../../database/connection/read-replica.js';
import { SubmissionNotFound } from '../../errors/submissions.errors.js';
import { success, type Success } from '../../http/answers.js';
import { decodeCursor, encodeCursor, refuseCursor } from '../../http/signed-cursor.js';
import { ServerKeys } from '../../secrets/server-keys.js';
import type { Scope } from '../../tenancy/scope.js';
import { CountersRepository, type QueueTotals } from '../counters/counters.repository.js';
import {
  DEFAULT_LIMIT,
  presentItem,
  presentTransition,
  type QueueQueryDto,
  type SyncItemDto,
  type SyncTransitionDto,
} from '../dto/sync.dto.js';
import type { SyncItem } from '../entities/sync-item.entity.js';
import { type QueuePosition, SyncRepository } from '../items/sync.repository.js';
import { chooseExisting } from '../targets/choose-item.js';

interface CursorContent {
  readonly status: string | null;
  readonly position: QueuePosition;
}

/** Reads the sync queue: its items, their history and their totals (contract, section 5). */
@Injectable()
export class QueueService {
  constructor(
    private readonly items: SyncRepository,
    private readonly counters: CountersRepository,
    private readonly replica: ReadReplica,
    private readonly keys: ServerKeys,
  ) {}

  /**
   * Latest change first.
   * @throws {ValidationFailed} when the cursor is of another tenant or of another status
   */
  async list(scope: Scope, query: QueueQueryDto): Promise<Success<SyncItemDto[]>> {
    const { status, limit = DEFAULT_LIMIT } = query;
    const after = query.cursor === undefined ? undefined : this.positionOf(scope, query.cursor, status);
    const { rows, totals } = await this.replica.run(async (reader) => ({
      rows: await this.items.page(scope, reader, status, after, limit + 1),
      totals: await this.counters.totals(scope, reader),
    }));
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const hasMore = rows.length > limit;
    const nextCursor = hasMore && last !== undefined ? this.cursorOf(scope, last, status) : null;
    return success(page.map(presentItem), {
      meta: { count: page.length, limit, hasMore, nextCursor, totals },
    });
  }

  /** The queues of all tenants together: items by status, and since when the oldest of them have waited. */
  async overall(): Promise<{
    totals: QueueTotals;
    oldest: Record<'queued' | 'processing', Date | null>;
  }> {
    const totals = await this.counters.totalsOfAll();
    const queued = await this.items.oldestOfAll('queued');
    return { totals, oldest: { queued, processing: await this.items.oldestOfAll('processing') } };
  }

  /**
   * @param targetSystem which item, where the submission has several
   * @throws {SubmissionNotFound} when the tenant has no such submission
   * @throws {ValidationFailed} when no single item is meant
   */
  async get(scope: Scope, submissionId: string, targetSystem?: string): Promise<SyncItem> {
    const items = await this.items.find(scope, submissionId);
    if (items.length === 0) throw new SubmissionNotFound();
    return chooseExisting(items, scope.tenant.syncTargets, targetSystem).item;
  }

  /** How many items have each status; kept as items move, so that asking costs nothing. */
  totals(scope: Scope): Promise<QueueTotals> {
    return this.counters.totals(scope);
  }

  /**
   * Every step of one item, oldest first.
   * @param targetSystem which item, where the submission has several
   * @throws {SubmissionNotFound} when the tenant has no such submission
   * @throws {ValidationFailed} when no single item is meant
   */
  async history(
    scope: Scope,
    submissionId: string,
    targetSystem?: string,
  ): Promise<Success<SyncTransitionDto[]>> {
    const item = await this.get(scope, submissionId, targetSystem);
    const transitions = await this.items.transitions(scope, item);
    return success(transitions.map(presentTransition), { meta: { count: transitions.length } });
  }

  private cursorOf(
    scope: Scope,
    { updatedAt, submissionId, target }: SyncItem,
    status: string | undefined,
  ): string {
    const content: CursorContent = {
      status: status ?? null,
      position: { updatedAt: updatedAt.toISOString(), submissionId, target },
    };
    return encodeCursor(this.keys, scope.tenantId, content);
  }

  private positionOf(scope: Scope, cursor: string, status: string | undefined): QueuePosition {
    const content = decodeCursor(this.keys, scope.tenantId, cursor) as CursorContent;
    if (content.status !== (status ?? null))
      throw refuseCursor('cursor belongs to a query with another status; send the same one with it');
    return content.position;
  }
}
