import { Injectable } from '@nestjs/common';

import { ReadReplica } from '../../database/connection/read-replica.js';
import type { Reader } from '../../database/transaction/reader.js';
import { ValidationFailed } from '../../errors/request.errors.js';
import type { Scope } from '../../tenancy/scope.js';
import { UserLookup } from '../../users/matching/user-lookup.js';
import type { SyncItem } from '../entities/sync-item.entity.js';
import { CountersRepository, type QueueTotals } from '../counters/counters.repository.js';
import type { FailureFilter } from '../failures/failure-filter.js';
import { type QueueRange, SyncRepository } from '../items/sync.repository.js';
import { SYNC_STATUSES, type SyncStatus } from '../entities/sync-statuses.js';
import type { QueueFilter } from '../items/queue-condition.js';
import { type MovedFilter, type MovedKey, QueueListRepository } from './queue-list.repository.js';
import { sentence } from '../../texts/sentence.js';
import { problemIn } from '../../errors/refusal.js';

const SUBMISSION_PREFIX = /^[A-Za-z0-9._:-]{1,64}$/;

/** Which items an administrator asks for; all of them when a member is absent. */
export interface QueueQuery extends FailureFilter {
  /** Bounds of the last transition; `to` is behind the range. */
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly status?: SyncStatus | undefined;
  /** The beginning of a submission's ID, or a student by ID or legacyNumber. */
  readonly q?: string | undefined;
}

/** A part of the queue; `isCapped` when there are more than were counted. */
export interface QueuePart {
  readonly items: readonly SyncItem[];
  readonly total: number;
  readonly isCapped: boolean;
}

/**
 * The queue as administrators list it. By status or search it is in the order of the last change; with one of the other
 * filters in that of the last transition.
 */
@Injectable()
export class QueueListService {
  constructor(
    private readonly items: SyncRepository,
    private readonly counters: CountersRepository,
    private readonly moved: QueueListRepository,
    private readonly people: UserLookup,
    private readonly replica: ReadReplica,
  ) {}

  /**
   * A part of the queue by its offset; totals are those of the tenant, with any filter.
   * @throws {ValidationFailed} when the filters exclude each other
   */
  page(scope: Scope, query: QueueQuery, range: QueueRange): Promise<QueuePart & { totals: QueueTotals }> {
    refuseContradictions(query);
    return this.replica.run(async (reader) => {
      const totals = await this.counters.totals(scope, reader);
      return { ...(await this.part(scope, reader, query, range, totals)), totals };
    });
  }

  private async part(
    scope: Scope,
    reader: Reader,
    query: QueueQuery,
    range: QueueRange,
    totals: QueueTotals,
  ): Promise<QueuePart> {
    const { status, q, targetSystem, failure, errorGroup, from, to } = query;
    if (q !== undefined) return this.searched(scope, reader, query, q, range);
    const isBounded = targetSystem !== undefined || from !== undefined || to !== undefined;
    if (failure !== undefined || errorGroup !== undefined || (status === 'failed' && isBounded))
      return this.failed(scope, reader, query, range);
    if (isBounded) return this.ofSystem(scope, reader, query, range);
    const kept =
      status === undefined ? Object.values(totals).reduce((sum, one) => sum + one) : totals[status];
    const items = await this.items.listRange(scope, reader, { status }, range, kept);
    return { items, total: kept, isCapped: false };
  }

  private async searched(
    scope: Scope,
    reader: Reader,
    query: QueueQuery,
    q: string,
    range: QueueRange,
  ): Promise<QueuePart> {
    const named = await this.named(scope, reader, q);
    if (named === undefined) return { items: [], total: 0, isCapped: false };
    const { status, targetSystem, failure, errorGroup, from, to } = query;
    const isFailed = failure !== undefined || errorGroup !== undefined;
    const filter: QueueFilter = {
      status: isFailed ? 'failed' : status,
      ...named,
      targetSystem,
      failure,
      errorGroup,
      from,
      to,
    };
    const total = await this.items.countOf(scope, reader, filter);
    return {
      items: await this.items.listRange(scope, reader, filter, range, total),
      total,
      isCapped: false,
    };
  }

  private async failed(
    scope: Scope,
    reader: Reader,
    { targetSystem, failure, errorGroup, from, to }: QueueQuery,
    range: QueueRange,
  ): Promise<QueuePart> {
    const filter: MovedFilter = { status: 'failed', targetSystem, failure, errorGroup, from, to };
    const isOfTime = from !== undefined || to !== undefined;
    const total = isOfTime
      ? (await this.moved.count(scope, reader, filter, range.order)).total
      : await this.counters.failed(scope, filter, reader);
    const keys = await this.moved.page(scope, reader, filter, range);
    return { items: await this.items.ofKeys(scope, reader, keys), total, isCapped: false };
  }

  /** Each status is a range of its own in the index. */
  private async ofSystem(
    scope: Scope,
    reader: Reader,
    { status: wanted, targetSystem, from, to }: QueueQuery,
    { order, offset, limit }: QueueRange,
  ): Promise<QueuePart> {
    const found: MovedKey[] = [];
    let [total, isCapped] = [0, false];
    for (const status of wanted === undefined ? SYNC_STATUSES : [wanted]) {
      const filter = { status, targetSystem, from, to };
      const counted = await this.moved.count(scope, reader, filter, order);
      total += counted.total;
      isCapped ||= counted.isCapped;
      const first = { order, offset: 0, limit: offset + limit };
      found.push(...(await this.moved.page(scope, reader, filter, first)));
    }
    const direction = order === 'ASC' ? 1 : -1;
    found.sort((one, other) => direction * apart(one, other));
    const keys = found.slice(offset, offset + limit);
    return { items: await this.items.ofKeys(scope, reader, keys), total, isCapped };
  }

  /** @returns undefined when no submission can have that ID: the column takes a few characters only */
  private async named(
    scope: Scope,
    reader: Reader,
    q: string,
  ): Promise<Pick<QueueFilter, 'studentId' | 'prefix'> | undefined> {
    const student = (await this.people.find(scope, reader, [q])).get(q);
    if (student !== undefined) return { studentId: student.id };
    return SUBMISSION_PREFIX.test(q) ? { prefix: q } : undefined;
  }
}

function refuseContradictions({ status, failure, errorGroup, from, to }: QueueQuery): void {
  if (status !== undefined && status !== 'failed' && (failure !== undefined || errorGroup !== undefined)) {
    const field = failure === undefined ? 'errorGroup' : 'failure';
    const rule = sentence('filters failed items; leave status out, or send status=failed');
    throw new ValidationFailed([problemIn(field, 'isOfFailed', rule)]);
  }
  if (from !== undefined && to !== undefined && from > to)
    throw new ValidationFailed([problemIn('to', 'isAfterFrom', sentence('must not be before from'))]);
}

function apart(one: MovedKey, other: MovedKey): number {
  const at = (one.lastTransitionAt?.getTime() ?? 0) - (other.lastTransitionAt?.getTime() ?? 0);
  if (at !== 0) return at;
  const [first, second] = [one, other].map(({ submissionId, target }) => `${submissionId}\n${target}`);
  return (first ?? '') < (second ?? '') ? -1 : 1;
}
