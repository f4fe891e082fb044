import { Injectable } from '@nestjs/common';

import { AuditService } from '../../audit/audit.service.js';
import type { Reader } from '../../database/transaction/reader.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { ValidationFailed } from '../../errors/request.errors.js';
import { success, type Success } from '../../http/answers.js';
import { boundOfTime } from '../../http/fields/formats.js';
import { DiscrepanciesService } from '../../submissions/discrepancies/discrepancies.service.js';
import { inOneAct } from '../../tenancy/act.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { onReplay } from '../steps/decide-transition.js';
import { presentItem } from '../dto/sync.dto.js';
import type { SyncItem } from '../entities/sync-item.entity.js';
import type { FailureKind } from '../failures/failure-filter.js';
import { SyncQueue } from '../steps/sync-queue.js';
import type { SyncStatus } from '../entities/sync-statuses.js';
import { keyOf, SyncRepository } from '../items/sync.repository.js';
import { type BulkReplayDto, type BulkReplayedDto, MOST_REPLAYED } from './replay.dto.js';
import { type ReplayCandidate, type ReplayFilter, ReplayRepository } from './replay.repository.js';
import { sentence } from '../../texts/sentence.js';
import { problemIn } from '../../errors/refusal.js';

/** So many items share a transaction, which others wait for. */
const CHUNK = 200;
const SAMPLE = 10;

interface Input {
  readonly filter: ReplayFilter;
  readonly isDryRun: boolean;
  readonly isUndecidedIncluded: boolean;
}

/** What became of the items of one chunk. */
interface Chunk {
  readonly items: readonly SyncItem[];
  readonly undecided: number;
}

/** A replay of what an administrator has filtered. */
export interface MatchingInput extends Pick<BulkReplayDto, 'from' | 'to' | 'dryRun' | 'includeUndecided'> {
  readonly status: SyncStatus;
  /** Blank is no target system. */
  readonly targetSystem: string | undefined;
  readonly failure: FailureKind | undefined;
  readonly errorGroup: string | undefined;
}

/** Items that change from now on are not matched: what is queued by the call is not found again. */
function inputOf(
  scope: Scope,
  { from, to, dryRun, includeUndecided }: Pick<BulkReplayDto, 'from' | 'to' | 'dryRun' | 'includeUndecided'>,
  which: Omit<ReplayFilter, 'from' | 'to'>,
): Input {
  const end = new Date(nowOf(scope).getTime() + 1);
  const [first, last] = [from, to].map((at) => (typeof at === 'string' ? boundOfTime(at) : undefined));
  if (first !== undefined && last !== undefined && first > last)
    throw new ValidationFailed([problemIn('to', 'isAfterFrom', sentence('must not be before from'))]);
  return {
    filter: {
      ...which,
      from: first,
      to: last === undefined || last > end ? end : last,
    },
    isDryRun: dryRun === true,
    isUndecidedIncluded: includeUndecided === true,
  };
}

/** Queues many items again, for instance after the other system was away (contract, section 8). */
@Injectable()
export class BulkReplayService {
  constructor(
    private readonly candidates: ReplayRepository,
    private readonly items: SyncRepository,
    private readonly queue: SyncQueue,
    private readonly discrepancies: DiscrepanciesService,
    private readonly audit: AuditService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Queues up to {@link MOST_REPLAYED} items, in transactions of {@link CHUNK}, each with its audit entry. Those that
   * have stayed as they are for longest come first, so that the same call again takes the rest.
   * @throws {ValidationFailed} when `to` is before `from`
   */
  replay(scope: Scope, body: BulkReplayDto): Promise<Success<BulkReplayedDto>> {
    const { status, targetSystem, formType } = body;
    const which = { status, targetSystem: targetSystem ?? undefined, formType: formType ?? undefined };
    return this.replayAll(scope, inputOf(scope, body, which));
  }

  /**
   * The same for what an administrator has filtered; failed items are found by why they are failed.
   * @throws {ValidationFailed} when the filters exclude each other
   */
  replayMatching(scope: Scope, input: MatchingInput): Promise<Success<BulkReplayedDto>> {
    const { status, targetSystem, failure, errorGroup } = input;
    const isOfFailed = failure !== undefined || errorGroup !== undefined;
    if (status !== 'failed' && isOfFailed) {
      const field = failure === undefined ? 'errorGroup' : 'failure';
      const rule = sentence('filters failed items; leave status out, or send failed');
      throw new ValidationFailed([problemIn(field, 'isOfFailed', rule)]);
    }
    const which = { status, targetSystem, formType: undefined, failure, errorGroup };
    return this.replayAll(scope, inputOf(scope, input, which));
  }

  private async replayAll(scope: Scope, input: Input): Promise<Success<BulkReplayedDto>> {
    const matched = await this.candidates.count(scope, input.filter);
    const sample: SyncItem[] = [];
    const acting = inOneAct(scope, Math.ceil(matched / CHUNK));
    let [queued, undecided] = [0, 0];
    let after: ReplayCandidate | undefined;
    while (queued < MOST_REPLAYED) {
      const limit = Math.min(CHUNK, MOST_REPLAYED - queued);
      const found = await this.candidates.page(scope, input.filter, after, limit);
      const chunk = await (input.isDryRun
        ? this.look(scope, input, found)
        : this.queueAll(acting, input, found, matched));
      queued += chunk.items.length;
      undecided += chunk.undecided;
      sample.push(...chunk.items.slice(0, SAMPLE - sample.length));
      after = found.at(-1);
      if (found.length < limit) break;
    }
    return success({ matched, queued, undecided, sample: sample.map(presentItem) });
  }

  private async look(scope: Scope, input: Input, found: readonly ReplayCandidate[]): Promise<Chunk> {
    const reader = this.unitOfWork.single;
    const items = await this.items.findAll(scope, reader, idsOf(found));
    return this.decided(scope, reader, input, unchanged(items, found, input));
  }

  private queueAll(
    scope: Scope,
    input: Input,
    found: readonly ReplayCandidate[],
    matched: number,
  ): Promise<Chunk> {
    return this.unitOfWork.run(async (transaction) => {
      const locked = await this.items.lock(scope, transaction, idsOf(found));
      const { items, undecided } = await this.decided(
        scope,
        transaction,
        input,
        unchanged(locked, found, input),
      );
      if (items.length === 0) return { items, undecided };
      const steps = items.map((item) => ({ item, transition: onReplay(item, undefined) }));
      const { status, targetSystem, formType, from, to, failure, errorGroup } = input.filter;
      const bounds = { from: from?.toISOString() ?? null, to: to.toISOString() };
      const named = { targetSystem: targetSystem ?? null, formType: formType ?? null };
      const why = { ...(failure && { failure }), ...(errorGroup && { errorGroup }) };
      const filter = { status, ...named, ...why, ...bounds };
      await this.audit.record(
        scope,
        [
          {
            action: 'queue.bulk-replayed',
            target: 'sync-queue',
            after: { ...filter, matched, queued: items.length },
          },
        ],
        transaction,
      );
      const done = await this.queue.applyAll(scope, transaction, steps);
      return { items: done.map(({ item }) => item), undecided };
    });
  }

  /** Leaves out items whose submission has unresolved discrepancies, unless they are wanted. */
  private async decided(
    scope: Scope,
    reader: Reader,
    { isUndecidedIncluded }: Input,
    items: readonly SyncItem[],
  ): Promise<Chunk> {
    if (isUndecidedIncluded || items.length === 0) return { items, undecided: 0 };
    const all = await this.discrepancies.ofSubmissions(scope, reader, idsOf(items));
    const isOpen = ({ submissionId }: SyncItem): boolean =>
      all.get(submissionId)?.some(({ resolution }) => resolution === null) ?? false;
    const kept = items.filter((item) => !isOpen(item));
    return { items: kept, undecided: items.length - kept.length };
  }
}

function idsOf(items: readonly Pick<SyncItem, 'submissionId'>[]): string[] {
  return [...new Set(items.map(({ submissionId }) => submissionId))];
}

/** The items that are still as they were found, in the order in which they were found. */
function unchanged(
  items: readonly SyncItem[],
  found: readonly ReplayCandidate[],
  { filter }: Input,
): SyncItem[] {
  const byKey = new Map(items.map((item) => [keyOf(item), item]));
  return found.flatMap((candidate) => {
    const item = byKey.get(keyOf(candidate));
    const isSame =
      item?.syncStatus === filter.status &&
      item.lastTransitionAt?.getTime() === candidate.lastTransitionAt?.getTime();
    return item !== undefined && isSame ? [item] : [];
  });
}
