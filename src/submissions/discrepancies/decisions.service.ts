import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../database/transaction/transaction.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import {
  DecisionSuperseded,
  DiscrepancyNotFound,
  SubmissionNotFound,
} from '../../errors/submissions.errors.js';
import { TransactionEvents } from '../../events/transaction-events.js';
import type { Scope } from '../../tenancy/scope.js';
import { RunTally } from '../../users/runs/run-tally.js';
import type { Discrepancy } from '../entities/discrepancy.entity.js';
import type { Submission } from '../entities/submission.entity.js';
import { DISCREPANCIES_RESOLVED, DISCREPANCY_REOPENED } from '../submission-facts.js';
import { SubmissionsRepository } from '../submissions.repository.js';
import { DiscrepanciesRepository } from './discrepancies.repository.js';
import { type Decision, ResolutionWriter } from './resolution-writer.js';
import { unresolvedFields } from './unresolved.js';

/** A discrepancy that is to be decided. */
export interface Wanted extends Decision {
  readonly id: number;
  /** It is left alone when its values have changed, so that it is of another group; see `groupKeyOf`. */
  readonly groupKey?: string;
}

/** What became of a discrepancy that was to be decided. */
export interface Decided {
  readonly discrepancy: Discrepancy;
  /** False when it was left alone: an earlier call had decided, or it is of another group. */
  readonly isDecided: boolean;
}

/** Decides about discrepancies, and takes decisions back. */
@Injectable()
export class DecisionsService {
  constructor(
    private readonly discrepancies: DiscrepanciesRepository,
    private readonly submissions: SubmissionsRepository,
    private readonly writer: ResolutionWriter,
    private readonly events: TransactionEvents,
    private readonly unitOfWork: UnitOfWork,
    private readonly runs: RunTally,
  ) {}

  /** {@link resolveAll} of one discrepancy. */
  async resolve(scope: Scope, submissionId: string, wanted: Wanted): Promise<Decided> {
    const [decided] = await this.resolveAll(scope, submissionId, [wanted]);
    if (decided === undefined) throw new Error('One decision had no outcome');
    return decided;
  }

  /**
   * Resolves discrepancies of one submission, all of them or none; a resolved one stays as it is. `accept_submitted`
   * also writes the record, by the rules of provisioning and in the same transaction: when they refuse a value, nothing
   * changes.
   * @throws {SubmissionNotFound} when the tenant has no such submission
   * @throws {DiscrepancyNotFound} when the submission has no such discrepancy
   * @throws {Refusal} when provisioning refuses a value
   */
  async resolveAll(scope: Scope, submissionId: string, wanted: readonly Wanted[]): Promise<Decided[]> {
    const outcomes = await this.unitOfWork.run(async (transaction) => {
      const { submission, all } = await this.lock(scope, transaction, submissionId);
      const decided: Decided[] = [];
      for (const { id, groupKey, ...decision } of wanted) {
        const discrepancy = discrepancyOf(all, id);
        const isMeant = groupKey === undefined || groupKey === discrepancy.groupKey;
        if (discrepancy.resolution !== null || !isMeant) decided.push({ discrepancy, isDecided: false });
        else {
          const resolved = await this.writer.decide(scope, transaction, submission, discrepancy, decision);
          all.set(id, resolved);
          decided.push({ discrepancy: resolved, isDecided: true });
        }
      }
      const isLast =
        decided.some(({ isDecided }) => isDecided) && unresolvedFields([...all.values()]).length === 0;
      if (isLast) await this.events.announce(scope, transaction, DISCREPANCIES_RESOLVED, submission);
      return decided;
    });
    this.count(scope, outcomes);
    return outcomes;
  }

  /**
   * Takes a decision back: the discrepancy is open, the record has its former value, and the submission waits for a
   * decision. An open one stays as it is.
   * @throws {SubmissionNotFound} when the tenant has no such submission
   * @throws {DiscrepancyNotFound} when the submission has no such discrepancy
   * @throws {DecisionSuperseded} when the field was compared again since
   * @throws {DecisionUnderDelivery} when a connector is carrying the submission
   * @throws {Refusal} when the former value cannot be put back
   */
  undo(scope: Scope, submissionId: string, id: number): Promise<Discrepancy> {
    return this.unitOfWork.run(async (transaction) => {
      const { submission, all } = await this.lock(scope, transaction, submissionId);
      const discrepancy = discrepancyOf(all, id);
      if (discrepancy.resolution === null) return discrepancy;
      const isSuperseded = [...all.values()].some((one) => one.field === discrepancy.field && one.id > id);
      if (isSuperseded) throw new DecisionSuperseded();
      const open = await this.writer.takeBack(scope, transaction, discrepancy);
      all.set(id, open);
      const unresolved = unresolvedFields([...all.values()]);
      await this.events.announce(scope, transaction, DISCREPANCY_REOPENED, { submission, unresolved });
      return open;
    });
  }

  /** Locked first: no other request decides, and no approval compares again, until the transaction ends. */
  private async lock(
    scope: Scope,
    transaction: Transaction,
    submissionId: string,
  ): Promise<{ submission: Submission; all: Map<number, Discrepancy> }> {
    const submission = await this.submissions.lock(scope, transaction, submissionId);
    if (submission === null) throw new SubmissionNotFound();
    const all = await this.discrepancies.ofSubmission(scope, submissionId, transaction);
    return { submission, all: new Map(all.map((one) => [one.id, one])) };
  }

  private count(scope: Scope, outcomes: readonly Decided[]): void {
    const kinds = outcomes.map(({ isDecided }) =>
      isDecided ? ('updated' as const) : ('unchanged' as const),
    );
    const isRecordChanged = outcomes.some(
      ({ isDecided, discrepancy: { effect } }) => isDecided && effect !== null && effect.fields.length > 0,
    );
    this.runs.count(scope, { workflow: { calls: 1, kinds, people: isRecordChanged ? 1 : 0 } });
  }
}

function discrepancyOf(all: ReadonlyMap<number, Discrepancy>, id: number): Discrepancy {
  const discrepancy = all.get(id);
  if (discrepancy === undefined) throw new DiscrepancyNotFound();
  return discrepancy;
}
