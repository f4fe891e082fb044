import { Injectable } from '@nestjs/common';

import { AuditService } from '../../audit/audit.service.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { FormerValueUnknown } from '../../errors/submissions.errors.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import type { Discrepancy, Resolution } from '../entities/discrepancy.entity.js';
import type { DiscrepancyRule } from '../entities/discrepancy-rule.entity.js';
import type { Submission } from '../entities/submission.entity.js';
import { DiscrepanciesRepository, UNDECIDED } from './discrepancies.repository.js';
import type { Seen } from './groups/chosen.js';
import { RecordWriter } from './record-writer.js';
import { DiscrepancyRulesRepository } from './rules/discrepancy-rules.repository.js';
import { actorOf } from './rules/rule-actor.js';

/** How a discrepancy is decided. */
export interface Decision {
  readonly resolution: Resolution;
  readonly note: string | null;
  /** The rule that decides; absent when the actor of the scope does. */
  readonly rule?: DiscrepancyRule;
  /** Absent when it does not matter whether the record has changed since. */
  readonly seen?: Seen;
}

/** Writes decisions about discrepancies and takes them back, in the caller's transaction. */
@Injectable()
export class ResolutionWriter {
  constructor(
    private readonly discrepancies: DiscrepanciesRepository,
    private readonly rules: DiscrepancyRulesRepository,
    private readonly record: RecordWriter,
    private readonly audit: AuditService,
  ) {}

  /**
   * `accept_submitted` also writes the record, by the rules of provisioning. Nothing is written when it throws a
   * refusal.
   * @param submission locked in this transaction
   * @param open a discrepancy of it
   * @throws {RecordChangedSince} when the record has changed since what was seen
   * @throws {Refusal} when provisioning refuses the value
   */
  async decide(
    caller: Scope,
    transaction: Transaction,
    submission: Submission,
    open: Discrepancy,
    { resolution, note, rule, seen }: Decision,
  ): Promise<Discrepancy> {
    const scope = rule === undefined ? caller : { ...caller, actor: actorOf(rule) };
    if (seen !== undefined) await this.record.refuseChanged(scope, transaction, submission, { open, seen });
    const isAccepted = resolution === 'accept_submitted';
    const effect = isAccepted ? await this.record.write(scope, transaction, submission, open) : null;
    const resolvedAt = nowOf(caller);
    const decided: Discrepancy = { ...open, resolution, note, resolvedBy: scope.actor, resolvedAt, effect };
    await this.discrepancies.settle(scope, transaction, decided);
    const action = rule === undefined ? 'discrepancy.resolved' : 'discrepancy.rule-applied';
    await this.account(scope, transaction, action, [open, decided]);
    if (rule !== undefined) await this.rules.countApplied(scope, transaction, rule.id, resolvedAt);
    return decided;
  }

  /**
   * The discrepancy is open again, and the record has its former value.
   * @param decided a discrepancy of a submission that is locked in this transaction
   * @throws {FormerValueUnknown} and the refusals of {@link RecordWriter.putBack}
   */
  async takeBack(scope: Scope, transaction: Transaction, decided: Discrepancy): Promise<Discrepancy> {
    const { resolution, effect } = decided;
    if (resolution === 'accept_submitted' && effect === null) throw new FormerValueUnknown();
    if (effect !== null) await this.record.putBack(scope, transaction, effect);
    const open: Discrepancy = { ...decided, ...UNDECIDED };
    await this.discrepancies.settle(scope, transaction, open);
    await this.account(scope, transaction, 'discrepancy.reopened', [decided, open]);
    return open;
  }

  private async account(
    scope: Scope,
    transaction: Transaction,
    action: string,
    [was, is]: readonly [Discrepancy, Discrepancy],
  ): Promise<void> {
    const { id, submissionId, field } = is;
    const before = { submissionId, field, resolution: was.resolution };
    const after = { submissionId, field, resolution: is.resolution };
    await this.audit.record(scope, [{ action, target: `discrepancy:${id}`, before, after }], transaction);
  }
}
