import { Inject, Injectable } from '@nestjs/common';

import type { Reader } from '../database/transaction/reader.js';
import type { Transaction } from '../database/transaction/transaction.js';
import { AuditService } from '../audit/audit.service.js';
import { ReadReplica } from '../database/connection/read-replica.js';
import { UnitOfWork } from '../database/transaction/unit-of-work.js';
import { SubmissionNotFound } from '../errors/submissions.errors.js';
import { success, type Success, type Warning } from '../http/answers.js';
import { decodeCursor, encodeCursor, refuseCursor } from '../http/signed-cursor.js';
import { DiscrepanciesService } from '../submissions/discrepancies/discrepancies.service.js';
import { SERVER_KEY } from '../tenancy/server-key.js';
import type { Scope } from '../tenancy/scope.js';
import { UserLookup } from '../users/matching/user-lookup.js';
import { onAck, onReplay } from './decide-transition.js';
import {
  type AckDto,
  DEFAULT_LIMIT,
  presentItem,
  presentTransition,
  type QueueQueryDto,
  type ReplayDto,
  type SyncItemDto,
  type SyncTransitionDto,
} from './dto/sync.dto.js';
import type { SyncItem } from './entities/sync-item.entity.js';
import type { SyncStatus } from './sync-statuses.js';
import { SyncQueue } from './sync-queue.js';
import {
  type QueueFilter,
  type QueuePlace,
  type QueueTotals,
  type QueueRange,
  SyncRepository,
} from './sync.repository.js';

interface CursorContent {
  readonly status: string | null;
  readonly place: QueuePlace;
}

const SUBMISSION_PREFIX = /^[A-Za-z0-9._:-]{1,64}$/;

/** An administrator's search: the beginning of a submission's ID, or a student by ID or legacyNumber. */
export interface QueueQuery {
  readonly status?: SyncStatus | undefined;
  readonly q?: string | undefined;
}

/** The calls of the sync queue (contract, section 5). */
@Injectable()
export class SyncService {
  constructor(
    private readonly items: SyncRepository,
    private readonly queue: SyncQueue,
    private readonly discrepancies: DiscrepanciesService,
    private readonly people: UserLookup,
    private readonly audit: AuditService,
    private readonly unitOfWork: UnitOfWork,
    private readonly replica: ReadReplica,
    @Inject(SERVER_KEY) private readonly serverKey: string,
  ) {}

  /**
   * Latest change first.
   * @throws {ValidationFailed} when the cursor is of another tenant or of another status
   */
  async list(scope: Scope, query: QueueQueryDto): Promise<Success<SyncItemDto[]>> {
    const { status, limit = DEFAULT_LIMIT } = query;
    const after = query.cursor === undefined ? undefined : this.placeOf(scope, query.cursor, status);
    const { rows, totals } = await this.replica.run(async (reader) => ({
      rows: await this.items.page(scope, reader, status, after, limit + 1),
      totals: await this.items.totals(scope, reader),
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
    const totals = await this.items.totalsOfAll();
    const queued = await this.items.oldestOfAll('queued');
    return { totals, oldest: { queued, processing: await this.items.oldestOfAll('processing') } };
  }

  /** A part of the queue by its offset; totals are those of the tenant, with any filter. */
  listRange(
    scope: Scope,
    { status, q }: QueueQuery,
    range: QueueRange,
  ): Promise<{ items: SyncItem[]; total: number; totals: QueueTotals }> {
    return this.replica.run(async (reader) => {
      const totals = await this.items.totals(scope, reader);
      const named = q === undefined ? {} : await this.named(scope, reader, q);
      if (named === undefined) return { items: [], total: 0, totals };
      const filter = { status, ...named };
      const kept =
        status === undefined ? Object.values(totals).reduce((sum, one) => sum + one) : totals[status];
      const total = q === undefined ? kept : await this.items.countOf(scope, reader, filter);
      return { items: await this.items.listRange(scope, reader, filter, range, total), total, totals };
    });
  }

  /** @throws {SubmissionNotFound} when the tenant has no such submission */
  async get(scope: Scope, submissionId: string): Promise<SyncItem> {
    const item = await this.items.find(scope, submissionId);
    if (item === null) throw new SubmissionNotFound();
    return item;
  }

  /** How many items have each status; kept as items move, so that asking costs nothing. */
  totals(scope: Scope): Promise<QueueTotals> {
    return this.items.totals(scope);
  }

  /**
   * Every step of one submission's item, oldest first.
   * @throws {SubmissionNotFound} when the tenant has no such submission
   */
  async history(scope: Scope, submissionId: string): Promise<Success<SyncTransitionDto[]>> {
    await this.get(scope, submissionId);
    const transitions = await this.items.transitions(scope, submissionId);
    return success(transitions.map(presentTransition), { meta: { count: transitions.length } });
  }

  /**
   * Queues an item from any state and writes an audit entry; the answer warns of unresolved discrepancies.
   * @throws {SubmissionNotFound} when the tenant has no such submission
   */
  async replay(scope: Scope, { submissionId, targetSystem }: ReplayDto): Promise<Success<SyncItemDto>> {
    const item = await this.unitOfWork.run(async (transaction) => {
      const known = await this.lock(scope, transaction, submissionId);
      const transition = onReplay(known, targetSystem);
      await this.audit.record(
        scope,
        [
          {
            action: 'queue.replayed',
            target: `submission:${submissionId}`,
            before: { syncStatus: known.syncStatus, targetSystem: known.targetSystem },
            after: { syncStatus: transition.to, targetSystem: transition.targetSystem },
          },
        ],
        transaction,
      );
      return this.queue.apply(scope, transaction, known, transition);
    });
    const found = await this.discrepancies.ofSubmission(scope, submissionId);
    const fields = [
      ...new Set(found.filter(({ resolution }) => resolution === null).map(({ field }) => field)),
    ];
    const warnings: Warning[] = fields.map((field) => ({
      field,
      code: 'UNRESOLVED_DISCREPANCIES',
      message: `The submitted ${field} differs from the record, and no administrator has decided yet`,
    }));
    return success(presentItem(item), { message: 'SUBMISSION QUEUED', warnings });
  }

  /**
   * Stores what a connector reports.
   * @throws {SubmissionNotFound} when the tenant has no such submission
   */
  async ack(
    scope: Scope,
    { submissionId, status, lastError, targetSystem }: AckDto,
  ): Promise<Success<SyncItemDto>> {
    const item = await this.unitOfWork.run(async (transaction) => {
      const known = await this.lock(scope, transaction, submissionId);
      const transition = onAck(known, status, lastError ?? null, targetSystem);
      return this.queue.apply(scope, transaction, known, transition);
    });
    const isIgnored = status !== 'failed' && lastError !== undefined && lastError !== null;
    const message = `lastError belongs to the status failed; it was not stored with ${status}`;
    const warnings: Warning[] = isIgnored ? [{ field: 'lastError', code: 'IGNORED', message }] : [];
    return success(presentItem(item), { message: 'SYNC STATUS UPDATED', warnings });
  }

  private async lock(scope: Scope, transaction: Transaction, submissionId: string): Promise<SyncItem> {
    const item = await this.items.lock(scope, transaction, submissionId);
    if (item === undefined) throw new SubmissionNotFound();
    return item;
  }

  /** @returns undefined when no submission can have that ID: the column takes a few characters only */
  private async named(scope: Scope, reader: Reader, q: string): Promise<QueueFilter | undefined> {
    const student = (await this.people.find(scope, reader, [q])).get(q);
    if (student !== undefined) return { studentId: student.id };
    return SUBMISSION_PREFIX.test(q) ? { prefix: q } : undefined;
  }

  private cursorOf(scope: Scope, { updatedAt, submissionId }: SyncItem, status: string | undefined): string {
    const content: CursorContent = {
      status: status ?? null,
      place: { updatedAt: updatedAt.toISOString(), submissionId },
    };
    return encodeCursor(this.serverKey, scope.tenantId, content);
  }

  private placeOf(scope: Scope, cursor: string, status: string | undefined): QueuePlace {
    const content = decodeCursor(this.serverKey, scope.tenantId, cursor) as CursorContent;
    if (content.status !== (status ?? null))
      throw refuseCursor('cursor belongs to a query with another status; send the same one with it');
    return content.place;
  }
}
