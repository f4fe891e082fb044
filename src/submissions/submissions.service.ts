import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';

import { Injectable } from '@nestjs/common';
import { EventEmitter2 } from '@nestjs/event-emitter';

import type { Change } from '../change-feed/change.js';
import { ChangeFeed } from '../change-feed/change-feed.js';
import type { Reader } from '../database/transaction/reader.js';
import type { Transaction } from '../database/transaction/transaction.js';
import { explain } from '../database/transaction/database-errors.js';
import { FaultPoints } from '../database/transaction/fault-points.js';
import { UnitOfWork } from '../database/transaction/unit-of-work.js';
import { NotAStudent } from '../errors/progress.errors.js';
import { InvalidTransition, SubmissionNotFound } from '../errors/submissions.errors.js';
import { UserNotFound } from '../errors/users.errors.js';
import { TransactionEvents } from '../events/transaction-events.js';
import { LineLogger } from '../log-lines/line-logger.js';
import type { Scope } from '../tenancy/scope.js';
import { nowOf } from '../tenancy/time/tenant-clock.js';
import { RunTally } from '../users/runs/run-tally.js';
import { UserLookup } from '../users/matching/user-lookup.js';
import type { ChangeStatusDto, PutSubmissionDto } from './dto/submission.dto.js';
import type { Submission } from './entities/submission.entity.js';
import type { SubmissionTransition } from './entities/submission-transition.entity.js';
import { GRACE_MS, OutboxDispatcher } from './outbox/outbox-dispatcher.js';
import { OutboxRepository } from './outbox/outbox.repository.js';
import { isAllowed, hasReviewEvent, isUndecided, MOVES, type SubmissionStatus } from './review-workflow.js';
import { SUBMISSION_WRITTEN } from './submission-facts.js';
import {
  OWN_ORIGIN,
  SUBMISSION_STATUS_CHANGED,
  SubmissionStatusChanged,
} from './submission-status-changed.event.js';
import { SubmissionsRepository } from './submissions.repository.js';

/** A move of a submission, with what its history stores. */
export interface Move {
  readonly to: SubmissionStatus;
  readonly cause: SubmissionTransition['cause'];
  readonly actor: string;
  readonly actorId: string | null;
  readonly reason: string | null;
  readonly eventId: string;
  readonly at: Date;
  /** How far into the millisecond of `at`; 0 when it is omitted. */
  readonly nanos?: number;
  /** The trace that it belongs to, where that is not the one of the call. */
  readonly traceParent?: string | undefined;
}

/** What a put writes, and when it was decided. */
export interface Content {
  readonly submissionId: string;
  readonly sent: PutSubmissionDto;
  readonly at: Date;
  /** As of {@link Move}. */
  readonly nanos?: number;
}

/** The outcome of a put. */
export interface Put {
  readonly created: boolean;
  readonly isChanged: boolean;
  readonly submission: Submission;
}

const ASCII = /^[\x21-\x7e]+$/;

function moved(submission: Submission, { to, at, nanos = 0 }: Move): Submission {
  const submittedAt = to === 'submitted' ? at : submission.submittedAt;
  const isDecision = to === 'approved' || to === 'rejected';
  const isReopened = to === 'returned';
  const decidedAt = isDecision ? at : isReopened ? null : submission.decidedAt;
  return { ...submission, status: to, submittedAt, decidedAt, updatedAt: at, updatedNanos: nanos };
}

function refuseMove({ status }: Submission, to: SubmissionStatus): InvalidTransition {
  const allowed =
    MOVES[status].length === 0
      ? 'nothing follows it'
      : `from there it may become ${MOVES[status].join(', ')}`;
  return new InvalidTransition(`The submission is ${status} and cannot become ${to}; ${allowed}.`);
}

function statusEvent({ submissionId, status, formType }: Submission, from: SubmissionStatus | null): Change {
  const data = { from, to: status, formType };
  return { type: 'submission.status-changed.v1', subject: submissionId, data };
}

/** Form submissions and their review (contract, section 4). */
@Injectable()
export class SubmissionsService {
  private readonly logger = new LineLogger(SubmissionsService.name);

  constructor(
    private readonly submissions: SubmissionsRepository,
    private readonly outbox: OutboxRepository,
    private readonly dispatcher: OutboxDispatcher,
    private readonly events: TransactionEvents,
    private readonly feed: ChangeFeed,
    private readonly people: UserLookup,
    private readonly unitOfWork: UnitOfWork,
    private readonly emitter: EventEmitter2,
    private readonly faults: FaultPoints,
    private readonly runs: RunTally,
  ) {}

  /**
   * Creates a draft, or replaces the fields of an undecided submission.
   * @throws {UserNotFound} when the tenant has no such user
   * @throws {NotAStudent} when the user is no Student
   * @throws {InvalidTransition} when the submission is decided and the fields differ
   */
  async put(
    scope: Scope,
    submissionId: string,
    sent: PutSubmissionDto,
  ): Promise<{ created: boolean; submission: Submission }> {
    const { isChanged, ...put } = await this.putOnce(scope, submissionId, sent);
    this.runs.count(scope, { workflow: { calls: 1, kinds: [isChanged ? 'updated' : 'unchanged'] } });
    return put;
  }

  /**
   * Moves a submission; the same status again does nothing.
   * @throws {SubmissionNotFound} when the tenant has no such submission
   * @throws {InvalidTransition} when the workflow does not allow the move
   */
  async changeStatus(
    scope: Scope,
    submissionId: string,
    { status, reason, actorId }: ChangeStatusDto,
  ): Promise<Submission> {
    const eventId = randomUUID();
    const account = { actor: scope.actor, actorId: actorId ?? null, reason: reason ?? null };
    const { submission, move } = await this.unitOfWork.run(async (transaction) => {
      const known = await this.submissions.lock(scope, transaction, submissionId);
      if (known === null) throw new SubmissionNotFound();
      if (known.status === status) return { submission: known, move: undefined };
      if (!isAllowed(known.status, status)) throw refuseMove(known, status);
      // The time is read under the lock, so that the times of a submission's history never decrease.
      const move: Move = { to: status, cause: 'workflow', ...account, eventId, at: nowOf(scope) };
      const submission = await this.move(scope, transaction, known, move);
      // A module that emits our event again as one of its own must have no effect.
      if (hasReviewEvent(status))
        await this.outbox.rememberEventId(transaction, scope.tenantId, eventId, move.at);
      return { submission, move };
    });
    if (move !== undefined) await this.announceCommitted(scope, submission, move);
    this.runs.count(scope, {
      workflow: { calls: 1, kinds: [move === undefined ? 'unchanged' : 'updated'] },
    });
    return submission;
  }

  /** @throws {SubmissionNotFound} when the tenant has no such submission */
  async get(scope: Scope, submissionId: string): Promise<Submission> {
    const submission = await this.submissions.find(scope, submissionId);
    if (submission === null) throw new SubmissionNotFound();
    return submission;
  }

  /** The submissions with these IDs, by ID. */
  async getAll(
    scope: Scope,
    reader: Reader,
    submissionIds: readonly string[],
  ): Promise<Map<string, Submission>> {
    const found = await this.submissions.findAll(scope, submissionIds, reader);
    return new Map(found.map((submission) => [submission.submissionId, submission]));
  }

  /** Submissions whose IDs begin with this text. */
  beginning(scope: Scope, text: string, limit: number): Promise<Submission[]> {
    // The column is ASCII: comparing it with other characters is a collation error.
    return ASCII.test(text) ? this.submissions.beginning(scope, text, limit) : Promise.resolve([]);
  }

  history(scope: Scope, submissionId: string): Promise<SubmissionTransition[]> {
    return this.submissions.transitions(scope, submissionId);
  }

  /** Writes a move with its history, and its outbox event when it is announced, in the given transaction. */
  async move(scope: Scope, transaction: Transaction, known: Submission, move: Move): Promise<Submission> {
    const traceParent = move.traceParent ?? scope.traceParent ?? null;
    const submission = { ...moved(known, move), traceParent };
    const { tenantId, requestId } = scope;
    const { submissionId } = known;
    await this.submissions.update(transaction, submission);
    const { to, cause, actor, actorId, reason, eventId, at, nanos = 0 } = move;
    await this.submissions.addTransition(transaction, {
      tenantId,
      submissionId,
      from: known.status,
      to,
      cause,
      reason,
      actor,
      actorId,
      requestId,
      at,
      atNanos: nanos,
    });
    this.feed.add(scope, transaction, [statusEvent(submission, known.status)]);
    await this.events.announce(scope, transaction, SUBMISSION_WRITTEN, submission);
    this.faults.reach('move:written');
    if (hasReviewEvent(to)) await this.addEvent(scope, transaction, known, { to, actor, eventId, at });
    this.faults.reach('move:outbox-written');
    return submission;
  }

  /** Writes the event of a move to the outbox. */
  async addEvent(
    scope: Scope,
    transaction: Transaction,
    known: Submission,
    event: Pick<Move, 'to' | 'actor' | 'eventId' | 'at'>,
  ): Promise<void> {
    const { to, actor, eventId, at } = event;
    const waiting = {
      attempts: 0,
      nextAttemptAt: new Date(nowOf(scope).getTime() + GRACE_MS),
      lastError: null,
      deadLetteredAt: null,
    };
    const { tenantId, requestId } = scope;
    await this.outbox.add(transaction, {
      tenantId,
      eventId,
      submissionId: known.submissionId,
      from: known.status,
      to,
      actor,
      requestId,
      occurredAt: at,
      ...waiting,
    });
  }

  /**
   * {@link put} in the given transaction, which must run again after a duplicate key: another one has just created the
   * submission.
   * @param known the submission, locked; null when there was none
   */
  async putLocked(
    scope: Scope,
    transaction: Transaction,
    known: Submission | null,
    content: Content,
  ): Promise<Put> {
    const studentId = await this.studentId(scope, transaction, content.sent.studentId);
    return known === null
      ? this.create(scope, transaction, studentId, content)
      : this.replace(scope, transaction, known, studentId, content);
  }

  /** What follows the commit of a move: a move to approved or closed is delivered to the queue, and emitted. */
  async announceCommitted(scope: Scope, submission: Submission, move: Move): Promise<void> {
    this.faults.reach('move:committed');
    if (hasReviewEvent(move.to)) await this.deliverAndEmit(scope, submission, move);
  }

  private async putOnce(scope: Scope, submissionId: string, sent: PutSubmissionDto): Promise<Put> {
    // The transaction runs again when another request creates the submission meanwhile; then it is replaced.
    return this.unitOfWork.run(async (transaction) => {
      const known = await this.submissions.lock(scope, transaction, submissionId);
      return this.putLocked(scope, transaction, known, { submissionId, sent, at: nowOf(scope) });
    });
  }

  /** Delivers the move to the queue before the answer, and emits it for other modules of the process. */
  private async deliverAndEmit(
    scope: Scope,
    { submissionId, status }: Submission,
    { actor, reason, eventId, at }: Move,
  ): Promise<void> {
    await this.dispatcher.deliver(scope.tenantId, eventId);
    const event = new SubmissionStatusChanged({
      tenantId: scope.tenantId,
      submissionId,
      status,
      actor,
      ...(reason === null ? {} : { reason }),
      eventId,
      occurredAt: at,
      origin: OWN_ORIGIN,
    });
    try {
      this.emitter.emit(SUBMISSION_STATUS_CHANGED, event);
    } catch (error) {
      // The move is committed: a listener of another module that throws must not fail the request.
      const { requestId } = scope;
      this.logger.error({
        msg: 'a listener of the event emitter failed',
        requestId,
        eventId,
        ...explain(error),
      });
    }
  }

  private async studentId(scope: Scope, transaction: Transaction, reference: string): Promise<string> {
    const student = (await this.people.find(scope, transaction, [reference])).get(reference);
    if (student === undefined) throw new UserNotFound();
    if (student.accountType !== 'Student') throw new NotAStudent(student.id, student.accountType);
    return student.id;
  }

  private async create(
    scope: Scope,
    transaction: Transaction,
    studentId: string,
    { submissionId, sent, at, nanos = 0 }: Content,
  ): Promise<Put> {
    const { formType, fields } = sent;
    const stamps = { submittedAt: null, decidedAt: null, createdAt: at, updatedAt: at, updatedNanos: nanos };
    const submission: Submission = {
      tenantId: scope.tenantId,
      submissionId,
      formType,
      studentId,
      fields,
      status: 'draft',
      traceParent: null,
      ...stamps,
    };
    await this.submissions.insert(transaction, submission);
    this.feed.add(scope, transaction, [statusEvent(submission, null)]);
    await this.events.announce(scope, transaction, SUBMISSION_WRITTEN, submission);
    return { created: true, isChanged: true, submission };
  }

  private async replace(
    scope: Scope,
    transaction: Transaction,
    known: Submission,
    studentId: string,
    { sent, at, nanos = 0 }: Content,
  ): Promise<Put> {
    const { formType, fields } = sent;
    const isSame =
      known.formType === formType && known.studentId === studentId && isDeepStrictEqual(known.fields, fields);
    if (isSame) return { created: false, isChanged: false, submission: known };
    if (!isUndecided(known.status)) {
      throw new InvalidTransition(
        `The submission is ${known.status}; its fields can be replaced before a decision only.`,
      );
    }
    const submission = { ...known, formType, studentId, fields, updatedAt: at, updatedNanos: nanos };
    await this.submissions.update(transaction, submission);
    await this.events.announce(scope, transaction, SUBMISSION_WRITTEN, submission);
    return { created: false, isChanged: true, submission };
  }
}
