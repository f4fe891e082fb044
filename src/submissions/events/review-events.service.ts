import { Injectable } from '@nestjs/common';
import type { Request } from 'express';

import { Limiter } from '../../concurrency/limiter.js';
import { forEachYielding } from '../../concurrency/for-each-yielding.js';
import { explain, isDatabaseAway } from '../../database/transaction/database-errors.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { Refusal } from '../../errors/refusal.js';
import { SubmissionNotFound } from '../../errors/submissions.errors.js';
import { MOST_NOTED_FAILURES } from '../../http/ndjson/bulk-exchange.js';
import { toRefusal } from '../../http/server/error.filter.js';
import type { FailedLine } from '../../http/server/finished-request.js';
import { LineLogger } from '../../log-lines/line-logger.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import type { Outcome } from '../../users/model/outcome.js';
import { RunTally } from '../../users/runs/run-tally.js';
import type { Submission } from '../entities/submission.entity.js';
import { OutboxRepository } from '../outbox/outbox.repository.js';
import { SubmissionsRepository } from '../submissions.repository.js';
import { type Move, type Put, SubmissionsService } from '../submissions.service.js';
import type { EventResultDto, NotApplied } from './dto/review-event.dto.js';
import { eventsOf, refuseLarge } from './event-reader.js';
import { type EventTime, isBefore } from '../event-time.js';
import { ReceivedEvents, type EventResult } from './received-events.js';
import { type ReviewEvent, reviewEventOf } from './review-event.js';

/** How many submissions of one batch are worked on at once; each needs a connection to the database. */
const LANES = 4;

/** Of an event without a time, which comes after all others of its millisecond. */
const LAST_NANO = 999_999;

/** What an event did, in its transaction. */
interface Effect {
  readonly result: 'applied' | NotApplied;
  readonly moved?: { readonly submission: Submission; readonly move: Move };
}

/** An event of a batch: what it says, or why it is refused. */
interface Item {
  readonly event?: ReviewEvent;
  result?: 'applied' | NotApplied;
  refusal?: Refusal;
}

const KINDS: Readonly<Record<EventResult, Outcome['kind']>> = {
  applied: 'updated',
  duplicate: 'unchanged',
  older: 'unchanged',
  unchanged: 'unchanged',
  refused: 'refused',
};

function resultOf({ result, refusal }: Item): EventResult {
  return refusal !== undefined || result === undefined ? 'refused' : result;
}

function present(item: Item): EventResultDto {
  const { refusal } = item;
  if (refusal !== undefined)
    return { applied: false, error: { ...refusal.toError(), message: refusal.message } };
  return item.result === undefined || item.result === 'applied'
    ? { applied: true }
    : { applied: false, reason: item.result };
}

/** For the request log, which shows the first failures of a call. */
function failuresOf(items: readonly Item[]): FailedLine[] {
  return items
    .flatMap(({ refusal }, index) => (refusal === undefined ? [] : [{ line: index + 1, refusal }]))
    .slice(0, MOST_NOTED_FAILURES)
    .map(({ line, refusal: { code, details } }) =>
      details === undefined ? { line, code } : { line, code, details },
    );
}

/** Events of other systems about submissions (contract, section 9). They are facts, which the submission follows. */
@Injectable()
export class ReviewEventsService {
  private readonly logger = new LineLogger(ReviewEventsService.name);

  constructor(
    private readonly submissions: SubmissionsService,
    private readonly repository: SubmissionsRepository,
    private readonly outbox: OutboxRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly received: ReceivedEvents,
    private readonly runs: RunTally,
  ) {}

  /**
   * Applies the event of a request, or those of a batch, each in a transaction of its own.
   * @returns when everything is committed: the result, for a batch one for each event in its order
   * @throws {Refusal} when a single event is refused; of a batch, only what concerns all of its events
   */
  async receive(scope: Scope, request: Request): Promise<EventResultDto | EventResultDto[]> {
    const { isBatch, events } = eventsOf(request);
    return isBatch ? this.receiveBatch(scope, events, request) : this.receiveOne(scope, events[0]);
  }

  private async receiveOne(scope: Scope, sent: unknown): Promise<EventResultDto> {
    try {
      const result = await this.apply(scope, reviewEventOf(sent, nowOf(scope).getTime()));
      this.count(scope, [result]);
      return present({ result });
    } catch (error) {
      // The filter counts it for its run.
      if (error instanceof Refusal) this.received.count(scope, 'refused');
      throw error;
    }
  }

  private async receiveBatch(
    scope: Scope,
    sent: readonly unknown[],
    request: Request,
  ): Promise<EventResultDto[]> {
    const items: Item[] = [];
    const now = nowOf(scope).getTime();
    await forEachYielding(sent, (one) => items.push(this.itemOf(one, now)));
    await this.recogniseReceived(scope, items);
    await this.applyAll(scope, items);
    this.count(scope, items.map(resultOf));
    request.failedLines = failuresOf(items);
    return items.map(present);
  }

  private itemOf(sent: unknown, now: number): Item {
    try {
      refuseLarge(sent);
      return { event: reviewEventOf(sent, now) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { refusal: error };
    }
  }

  /** A batch that is sent again needs one statement instead of a transaction for each of its events. */
  private async recogniseReceived({ tenantId }: Scope, items: readonly Item[]): Promise<void> {
    const keys = items.flatMap(({ event }) => (event === undefined ? [] : [event.key]));
    const received = await this.outbox.receivedAmong(tenantId, keys);
    for (const item of items)
      if (item.event !== undefined && received.has(item.event.key)) item.result = 'duplicate';
  }

  /**
   * Applies the events of one submission in their order, and those of several submissions at once.
   * @throws {Error} when the database is away; what was applied is known when the batch is sent again
   */
  private async applyAll(scope: Scope, items: readonly Item[]): Promise<void> {
    const limiter = new Limiter(LANES);
    let away: Error | undefined;
    const applyLane = async (lane: readonly Item[]): Promise<void> => {
      for (const item of lane) {
        if (away !== undefined) return;
        try {
          await this.applyItem(scope, item);
        } catch (error) {
          away = error instanceof Error ? error : new Error(String(error));
        }
      }
    };
    await Promise.all(lanesOf(items).map((lane) => limiter.run(() => applyLane(lane))));
    if (away !== undefined) throw away;
  }

  private async applyItem(scope: Scope, item: Item): Promise<void> {
    if (item.event === undefined) return;
    try {
      item.result = await this.apply(scope, item.event);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      item.refusal = toRefusal(error);
      if (item.refusal.status < 500) return;
      const { requestId } = scope;
      this.logger.error({ msg: 'an event of a batch could not be applied', requestId, ...explain(error) });
    }
  }

  private async apply(scope: Scope, event: ReviewEvent): Promise<Effect['result']> {
    const { result, moved } = await this.unitOfWork.run((transaction) =>
      this.applyIn(scope, transaction, event),
    );
    if (moved !== undefined) await this.submissions.announceCommitted(scope, moved.submission, moved.move);
    return result;
  }

  /** The step runs again when another event has just created the submission; then it is found. */
  private async applyIn(scope: Scope, transaction: Transaction, event: ReviewEvent): Promise<Effect> {
    const { submissionId, status, form } = event;
    if (!(await this.outbox.hearOnce(transaction, scope.tenantId, event.key, nowOf(scope))))
      return { result: 'duplicate' };
    const known = await this.repository.lock(scope, transaction, submissionId);
    const lastMove =
      known === null ? null : await this.repository.lastMovedAt(scope, transaction, submissionId);
    // Without a time it is now, and not before the latest move, whose time may be a little ahead.
    const time = event.time ?? {
      at: new Date(Math.max(nowOf(scope).getTime(), lastMove?.at.getTime() ?? 0)),
      nanos: LAST_NANO,
    };
    if (isOlder(time, lastMove, known, event)) return { result: 'older' };
    const put: Put | undefined =
      form === null
        ? undefined
        : await this.submissions.putLocked(scope, transaction, known, { submissionId, sent: form, ...time });
    const submission = put?.submission ?? known;
    if (submission === null) throw new SubmissionNotFound();
    if (submission.status === status) return { result: put?.isChanged === true ? 'applied' : 'unchanged' };
    const move = moveOf(scope, event, time);
    return {
      result: 'applied',
      moved: { submission: await this.submissions.move(scope, transaction, submission, move), move },
    };
  }

  private count(scope: Scope, results: readonly EventResult[]): void {
    for (const result of results) this.received.count(scope, result);
    this.runs.count(scope, { workflow: { calls: 1, kinds: results.map((result) => KINDS[result]) } });
  }
}

/** The events that are not known yet, one list for each submission. */
function lanesOf(items: readonly Item[]): Item[][] {
  const lanes = new Map<string, Item[]>();
  for (const item of items) {
    if (item.event === undefined || item.result !== undefined) continue;
    const { submissionId } = item.event;
    const lane = lanes.get(submissionId);
    if (lane === undefined) lanes.set(submissionId, [item]);
    else lane.push(item);
  }
  return [...lanes.values()];
}

/** An event that would only replace fields must not be older than these either. */
function isOlder(
  time: EventTime,
  lastMove: EventTime | null,
  known: Submission | null,
  event: ReviewEvent,
): boolean {
  if (lastMove !== null && isBefore(time, lastMove)) return true;
  if (known === null || event.form === null || known.status !== event.status) return false;
  return isBefore(time, { at: known.updatedAt, nanos: known.updatedNanos });
}

function moveOf({ actor }: Scope, event: ReviewEvent, time: EventTime): Move {
  const { status, actorId, reason, key, traceParent } = event;
  return { to: status, cause: 'event', actor, actorId, reason, eventId: key, traceParent, ...time };
}
