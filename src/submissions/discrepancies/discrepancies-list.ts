import { Injectable } from '@nestjs/common';

import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { DiscrepancyNotFound } from '../../errors/submissions.errors.js';
import type { Scope } from '../../tenancy/scope.js';
import { UserLookup } from '../../users/matching/user-lookup.js';
import type { Discrepancy } from '../entities/discrepancy.entity.js';
import type { Submission } from '../entities/submission.entity.js';
import { SubmissionsRepository } from '../submissions.repository.js';
import { DiscrepanciesRepository, type DiscrepancyRange } from './discrepancies.repository.js';

export interface DiscrepancyQuery {
  readonly status?: 'open' | 'resolved' | undefined;
  readonly field?: string | undefined;
  readonly submissionId?: string | undefined;
  /** The 950 ID or the legacyNumber. */
  readonly studentId?: string | undefined;
  /** Only open ones of this group. */
  readonly groupKey?: string | undefined;
}

/** A discrepancy with the submission that it was found on. */
export interface FoundDiscrepancy {
  readonly discrepancy: Discrepancy;
  readonly submission: Submission;
}

/** Discrepancies of all submissions of a tenant, for administrators. */
@Injectable()
export class DiscrepanciesList {
  constructor(
    private readonly discrepancies: DiscrepanciesRepository,
    private readonly submissions: SubmissionsRepository,
    private readonly people: UserLookup,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async page(
    scope: Scope,
    query: DiscrepancyQuery,
    range: DiscrepancyRange,
  ): Promise<{ rows: FoundDiscrepancy[]; total: number }> {
    const { status, field, groupKey } = query;
    const filter = { status, field, groupKey, submissionIds: await this.submissionIds(scope, query) };
    const rows = await this.discrepancies.page(scope, filter, range);
    const total = await this.discrepancies.count(scope, filter);
    return { rows: await this.withSubmissions(scope, rows), total };
  }

  /** Leaves out IDs that the tenant does not have. */
  async find(scope: Scope, ids: readonly number[]): Promise<FoundDiscrepancy[]> {
    return this.withSubmissions(scope, await this.discrepancies.find(scope, ids));
  }

  /** @throws {DiscrepancyNotFound} when the tenant has no such discrepancy */
  async get(scope: Scope, id: number): Promise<FoundDiscrepancy> {
    const [found] = await this.find(scope, [id]);
    if (found === undefined) throw new DiscrepancyNotFound();
    return found;
  }

  /** @returns undefined when the query is not limited to certain submissions */
  private async submissionIds(
    scope: Scope,
    { submissionId, studentId }: DiscrepancyQuery,
  ): Promise<string[] | undefined> {
    if (studentId === undefined) return submissionId === undefined ? undefined : [submissionId];
    const student = (await this.people.find(scope, this.unitOfWork.single, [studentId])).get(studentId);
    const own = student === undefined ? [] : await this.submissions.idsOfStudent(scope, student.id);
    return submissionId === undefined ? own : own.filter((id) => id === submissionId);
  }

  private async withSubmissions(
    scope: Scope,
    discrepancies: readonly Discrepancy[],
  ): Promise<FoundDiscrepancy[]> {
    const ids = discrepancies.map(({ submissionId }) => submissionId);
    const byId = new Map((await this.submissions.findAll(scope, ids)).map((one) => [one.submissionId, one]));
    return discrepancies.flatMap((discrepancy) => {
      const submission = byId.get(discrepancy.submissionId);
      return submission === undefined ? [] : [{ discrepancy, submission }];
    });
  }
}
