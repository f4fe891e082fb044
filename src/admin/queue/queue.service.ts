import { Injectable } from '@nestjs/common';

import { success, type Success } from '../../http/answers.js';
import { CountersRepository } from '../../sync/counters/counters.repository.js';
import { presentItem } from '../../sync/dto/sync.dto.js';
import type { SyncItem } from '../../sync/entities/sync-item.entity.js';
import { QueueService } from '../../sync/list/queue.service.js';
import { QueueListService } from '../../sync/list/queue-list.service.js';
import { BulkReplayService } from '../../sync/replay/bulk-replay.service.js';
import type { BulkReplayedDto } from '../../sync/replay/replay.dto.js';
import { SyncService } from '../../sync/sync.service.js';
import type { Scope } from '../../tenancy/scope.js';
import { ActorLabels } from '../../actors/actor-labels.js';
import { NO_SYSTEM } from '../connectors/connectors.dto.js';
import { boundedPageRangeOf, listed } from '../../http/lists/list-query.js';
import { each } from '../selection.js';
import { UserNames } from '../../users/list/user-names.js';
import type {
  QueueListQueryDto,
  QueueRowDto,
  QueueStepDto,
  ReplayedDto,
  ReplayItemDto,
  ReplayMatchingDto,
  ReplaySelectionDto,
} from './queue.dto.js';

@Injectable()
export class AdminQueueService {
  constructor(
    private readonly sync: SyncService,
    private readonly queue: QueueListService,
    private readonly items: QueueService,
    private readonly counters: CountersRepository,
    private readonly replays: BulkReplayService,
    private readonly names: UserNames,
    private readonly labels: ActorLabels,
  ) {}

  /** @throws {ValidationFailed} when the page is too far down, or the filters exclude each other */
  async list(scope: Scope, query: QueueListQueryDto): Promise<Success<QueueRowDto[]>> {
    const range = { ...boundedPageRangeOf(query), order: query.order ?? 'DESC' };
    const { items, total, totals, isCapped } = await this.queue.page(scope, query, range);
    const awaitDecision = await this.counters.failed(scope, { failure: 'decision' });
    const nameOf = await this.names.of(scope, items, ({ studentId }) => studentId);
    const rows = items.map((item) => presentRow(item, nameOf(item.studentId)));
    return listed(rows, total, query, { totals, awaitDecision, totalIsCapped: isCapped });
  }

  /**
   * @param targetSystem which item, where the submission has several
   * @throws {SubmissionNotFound} when the tenant has no such submission
   * @throws {ValidationFailed} when no single item is meant
   */
  async get(scope: Scope, submissionId: string, targetSystem?: string): Promise<Success<QueueRowDto>> {
    const item = await this.items.get(scope, submissionId, targetSystem);
    const nameOf = await this.names.of(scope, [item], ({ studentId }) => studentId);
    return success(presentRow(item, nameOf(item.studentId)));
  }

  /**
   * @param targetSystem which item, where the submission has several
   * @throws {SubmissionNotFound} when the tenant has no such submission
   * @throws {ValidationFailed} when no single item is meant
   */
  async history(scope: Scope, submissionId: string, targetSystem?: string): Promise<Success<QueueStepDto[]>> {
    const { data, meta } = await this.items.history(scope, submissionId, targetSystem);
    const labelOf = await this.labels.of(scope, data, ({ actor }) => actor);
    const steps = data.map((step) => ({ ...step, actorLabel: labelOf(step.actor) }));
    return success(steps, { ...(meta === undefined ? {} : { meta }) });
  }

  /**
   * Queues what matches, in transactions of some items each.
   * @throws {ValidationFailed} when the filters exclude each other
   */
  replayMatching(scope: Scope, sent: ReplayMatchingDto): Promise<Success<BulkReplayedDto>> {
    const { status, targetSystem, failure, errorGroup, ...rest } = sent;
    return this.replays.replayMatching(scope, {
      ...rest,
      status: status ?? 'failed',
      targetSystem: targetSystem === NO_SYSTEM ? '' : (targetSystem ?? undefined),
      failure: failure ?? undefined,
      errorGroup: errorGroup ?? undefined,
    });
  }

  /** Queues each item again, in a transaction of its own. */
  async replay(scope: Scope, selection: ReplaySelectionDto): Promise<Success<ReplayedDto[]>> {
    const items = selectedBy(selection);
    const results = await each(scope, items, async (input, acting) => {
      const isUndecidedIncluded = selection.includeUndecided === true;
      const { data: item, warnings } = await this.sync.replay(acting, input, { isUndecidedIncluded });
      return { item, ...(warnings === undefined ? {} : { warnings }) };
    });
    return success(
      results.map((result, index) => {
        const { submissionId = '', targetSystem } = items[index] ?? {};
        const isNamed = index >= (selection.submissionIds ?? []).length && typeof targetSystem === 'string';
        return { submissionId, ...(isNamed ? { targetSystem } : {}), ...result };
      }),
    );
  }
}

function presentRow(item: SyncItem, studentName: string | null): QueueRowDto {
  const failure = item.blocked ? 'decision' : 'delivery';
  return { ...presentItem(item), failure: item.syncStatus === 'failed' ? failure : null, studentName };
}

/**
 * The items of a selection, those of `submissionIds` first, with the target system that is named for all where an item
 * names none.
 */
function selectedBy({
  submissionIds = [],
  items = [],
  targetSystem: ofAll,
}: ReplaySelectionDto): ReplayItemDto[] {
  const named: readonly ReplayItemDto[] = [
    ...submissionIds.map((submissionId) => ({ submissionId })),
    ...items,
  ];
  return named.map(({ submissionId, targetSystem = ofAll }) => ({
    submissionId,
    ...(targetSystem === undefined ? {} : { targetSystem }),
  }));
}
