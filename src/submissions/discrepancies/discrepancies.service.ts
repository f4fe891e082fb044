import { Injectable } from '@nestjs/common';

import type { Reader } from '../../database/transaction/reader.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { AuditService } from '../../audit/audit.service.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { DiscrepancyNotFound, SubmissionNotFound } from '../../errors/submissions.errors.js';
import { TransactionEvents } from '../../events/transaction-events.js';
import type { Scope } from '../../tenancy/scope.js';
import { RunTally } from '../../users/runs/run-tally.js';
import { UserLookup } from '../../users/matching/user-lookup.js';
import type { ResolveDiscrepancyDto } from '../dto/submission.dto.js';
import type { Discrepancy } from '../entities/discrepancy.entity.js';
import type { Submission } from '../entities/submission.entity.js';
import { MappingsService } from '../mapping/mappings.service.js';
import { readRecord, sameValue, submittedText, submittedValue } from '../mapping/record-fields.js';
import { DISCREPANCIES_RESOLVED } from '../submission-facts.js';
import { SubmissionsRepository } from '../submissions.repository.js';
import { DiscrepanciesRepository } from './discrepancies.repository.js';
import { RecordWriter } from './record-writer.js';

/** A mapped field on which the form and the record differ. */
interface Difference {
  readonly field: string;
  readonly formField: string;
  readonly submitted: string;
  readonly recorded: string | null;
}

/** A decision, which an earlier call may have made. */
interface Resolved {
  readonly discrepancy: Discrepancy;
  readonly isDecided: boolean;
  readonly isRecordChanged: boolean;
}

/** Finds, stores and resolves discrepancies between submissions and records (contract, section 4). */
@Injectable()
export class DiscrepanciesService {
  constructor(
    private readonly discrepancies: DiscrepanciesRepository,
    private readonly submissions: SubmissionsRepository,
    private readonly mappings: MappingsService,
    private readonly people: UserLookup,
    private readonly recordWriter: RecordWriter,
    private readonly events: TransactionEvents,
    private readonly audit: AuditService,
    private readonly unitOfWork: UnitOfWork,
    private readonly runs: RunTally,
  ) {}

  /**
   * Compares a submission that is about to be queued with the record, and stores what differs. A discrepancy stays
   * until it is resolved; a resolved one is opened again only when one of the two values has changed since.
   * @returns the names of the fields that are unresolved now
   */
  async compareAndStore(scope: Scope, transaction: Transaction, submission: Submission): Promise<string[]> {
    const { tenantId } = scope;
    const { submissionId } = submission;
    const known = await this.discrepancies.ofSubmission(scope, submissionId, transaction);
    const fresh: Omit<Discrepancy, 'id'>[] = [];
    for (const difference of await this.differences(scope, transaction, submission)) {
      const earlier = known.filter(({ field }) => field === difference.field);
      const open = earlier.find(({ resolution }) => resolution === null);
      const isSettled = earlier.some(
        ({ submitted, recorded }) => submitted === difference.submitted && recorded === difference.recorded,
      );
      if (open !== undefined) await this.discrepancies.refresh(scope, transaction, open.id, difference);
      else if (!isSettled)
        fresh.push({
          ...difference,
          tenantId,
          submissionId,
          resolution: null,
          note: null,
          resolvedBy: null,
          resolvedAt: null,
          createdAt: new Date(),
        });
    }
    await this.discrepancies.add(transaction, fresh);
    return unresolvedFields([...known, ...fresh]);
  }

  /** All discrepancies of a submission, resolved ones included. */
  ofSubmission(scope: Scope, submissionId: string, transaction?: Transaction): Promise<Discrepancy[]> {
    return this.discrepancies.ofSubmission(scope, submissionId, transaction);
  }

  /** All discrepancies of these submissions, resolved ones included, by the submission's ID. */
  async ofSubmissions(
    scope: Scope,
    reader: Reader,
    submissionIds: readonly string[],
  ): Promise<Map<string, Discrepancy[]>> {
    const bySubmission = new Map<string, Discrepancy[]>();
    for (const one of await this.discrepancies.ofSubmissions(scope, reader, submissionIds)) {
      const known = bySubmission.get(one.submissionId);
      if (known === undefined) bySubmission.set(one.submissionId, [one]);
      else known.push(one);
    }
    return bySubmission;
  }

  /** How many discrepancies of the tenant are not resolved yet. */
  openCount(scope: Scope): Promise<number> {
    return this.discrepancies.count(scope, { status: 'open' });
  }

  /**
   * Resolves one discrepancy; a resolved one stays as it is. `accept_submitted` also writes the record, by the rules of
   * provisioning and in the same transaction: when they refuse the value, nothing changes.
   * @throws {SubmissionNotFound} when the tenant has no such submission
   * @throws {DiscrepancyNotFound} when the submission has no such discrepancy
   * @throws {Refusal} when provisioning refuses the value
   */
  async resolve(
    scope: Scope,
    submissionId: string,
    id: number,
    { resolution, note }: ResolveDiscrepancyDto,
  ): Promise<Discrepancy> {
    const { discrepancy, isDecided, isRecordChanged } = await this.unitOfWork.run(
      async (transaction): Promise<Resolved> => {
        // Locked first: no other request resolves, and no approval compares again, until this transaction ends.
        const submission = await this.submissions.lock(scope, transaction, submissionId);
        if (submission === null) throw new SubmissionNotFound();
        const all = await this.discrepancies.ofSubmission(scope, submissionId, transaction);
        const discrepancy = all.find((one) => one.id === id);
        if (discrepancy === undefined) throw new DiscrepancyNotFound();
        if (discrepancy.resolution !== null) return { discrepancy, isDecided: false, isRecordChanged: false };
        const isRecordChanged =
          resolution === 'accept_submitted' &&
          (await this.recordWriter.write(scope, transaction, submission, discrepancy));
        const resolved: Discrepancy = {
          ...discrepancy,
          resolution,
          note: note ?? null,
          resolvedBy: scope.actor,
          resolvedAt: new Date(),
        };
        await this.discrepancies.resolve(scope, transaction, resolved);
        await this.recordResolved(scope, transaction, resolved);
        const left = unresolvedFields(all.filter((one) => one !== discrepancy));
        if (left.length === 0)
          await this.events.announce(scope, transaction, DISCREPANCIES_RESOLVED, submission);
        return { discrepancy: resolved, isDecided: true, isRecordChanged };
      },
    );
    const kinds = [isDecided ? ('updated' as const) : ('unchanged' as const)];
    this.runs.count(scope, { workflow: { calls: 1, kinds, people: isRecordChanged ? 1 : 0 } });
    return discrepancy;
  }

  private async recordResolved(
    scope: Scope,
    transaction: Transaction,
    { id, submissionId, field, resolution }: Discrepancy,
  ): Promise<void> {
    const target = `discrepancy:${id}`;
    const before = { submissionId, field, resolution: null };
    const after = { submissionId, field, resolution };
    await this.audit.record(scope, [{ action: 'discrepancy.resolved', target, before, after }], transaction);
  }

  private async differences(
    scope: Scope,
    transaction: Transaction,
    { formType, studentId, fields }: Submission,
  ): Promise<Difference[]> {
    const links = await this.mappings.linksOf(scope, formType, transaction);
    const student = (await this.people.find(scope, transaction, [studentId])).get(studentId);
    if (student === undefined) return [];
    return links.flatMap(({ formField, target }): Difference[] => {
      const submitted = submittedText(submittedValue(fields, formField));
      const recorded = readRecord(student, target);
      if (submitted === null || sameValue(target, submitted, recorded)) return [];
      return [{ field: target, formField, submitted, recorded }];
    });
  }
}

function unresolvedFields(discrepancies: readonly Pick<Discrepancy, 'field' | 'resolution'>[]): string[] {
  return [
    ...new Set(discrepancies.filter(({ resolution }) => resolution === null).map(({ field }) => field)),
  ];
}
