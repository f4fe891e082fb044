import { Injectable } from '@nestjs/common';

import type { Reader } from '../../database/transaction/reader.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';
import { UserLookup } from '../../users/matching/user-lookup.js';
import type { Discrepancy } from '../entities/discrepancy.entity.js';
import type { Submission } from '../entities/submission.entity.js';
import { MappingsService } from '../mapping/mappings.service.js';
import { readRecord, sameValue, submittedText, submittedValue } from '../mapping/record-fields.js';
import { type Difference, DiscrepanciesRepository } from './discrepancies.repository.js';
import { groupKeyOf } from './keys.js';
import { RuleDecisions } from './rules/rule-decisions.js';
import { unresolvedFields } from './unresolved.js';

/** Finds and stores discrepancies between submissions and records (contract, section 4). */
@Injectable()
export class DiscrepanciesService {
  constructor(
    private readonly discrepancies: DiscrepanciesRepository,
    private readonly mappings: MappingsService,
    private readonly people: UserLookup,
    private readonly rules: RuleDecisions,
  ) {}

  /**
   * Compares a submission that is about to be queued with the record, and stores what differs. A discrepancy stays
   * until it is resolved; a resolved one is opened again only when one of the two values has changed since. Rules
   * decide about what is found with values that were not compared before.
   * @param submission locked in this transaction
   * @returns the names of the fields that are unresolved now
   */
  async compareAndStore(scope: Scope, transaction: Transaction, submission: Submission): Promise<string[]> {
    const { submissionId } = submission;
    const known = await this.discrepancies.ofSubmission(scope, submissionId, transaction);
    const fresh: Difference[] = [];
    const changed: Difference[] = [];
    for (const difference of await this.differences(scope, transaction, submission)) {
      const earlier = known.filter(({ field }) => field === difference.field);
      const isSame = ({ submitted, recorded }: Discrepancy): boolean =>
        submitted === difference.submitted && recorded === difference.recorded;
      const open = earlier.find(({ resolution }) => resolution === null);
      if (open !== undefined) {
        await this.discrepancies.refresh(scope, transaction, open.id, difference);
        if (!isSame(open)) changed.push(difference);
      } else if (!earlier.some(isSame)) fresh.push(difference);
    }
    await this.discrepancies.add(scope, transaction, submissionId, fresh);
    const decided = await this.rules.decide(scope, transaction, submission, [...fresh, ...changed]);
    const open = [...unresolvedFields(known), ...fresh.map(({ field }) => field)];
    return open.filter((field) => !decided.has(field));
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
  /** Those of these IDs that are still stored. */
  async those(scope: Scope, ids: readonly number[]): Promise<Discrepancy[]> {
    return ids.length === 0 ? [] : this.discrepancies.find(scope, ids);
  }

  openCount(scope: Scope): Promise<number> {
    return this.discrepancies.count(scope, { status: 'open' });
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
      const found = { formType, field: target, submitted, recorded };
      return [{ ...found, formField, groupKey: groupKeyOf(found) }];
    });
  }
}
