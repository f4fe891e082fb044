import { Injectable } from '@nestjs/common';

import { UnitOfWork } from '../database/transaction/unit-of-work.js';
import type { Scope } from '../tenancy/scope.js';
import { DiscrepanciesService } from './discrepancies/discrepancies.service.js';
import type { Discrepancy } from './entities/discrepancy.entity.js';
import type { Submission } from './entities/submission.entity.js';
import { SubmissionsRepository, type StudentRange } from './submissions.repository.js';

/** A submission with its discrepancies, resolved ones included. */
export interface SubmissionWithDiscrepancies {
  readonly submission: Submission;
  readonly discrepancies: readonly Discrepancy[];
}

/** The submissions of one student, for administrators. */
@Injectable()
export class SubmissionsOfStudent {
  constructor(
    private readonly submissions: SubmissionsRepository,
    private readonly discrepancies: DiscrepanciesService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** In the order in which they were created. */
  async page(
    scope: Scope,
    studentId: string,
    range: StudentRange,
  ): Promise<{ rows: SubmissionWithDiscrepancies[]; total: number }> {
    const { ids, total } = await this.submissions.pageOfStudent(scope, studentId, range);
    const found = await this.submissions.findAll(scope, ids);
    const bySubmission = await this.discrepancies.ofSubmissions(scope, this.unitOfWork.single, ids);
    const byId = new Map(found.map((submission) => [submission.submissionId, submission]));
    const rows = ids.flatMap((id) => {
      const submission = byId.get(id);
      return submission === undefined ? [] : [{ submission, discrepancies: bySubmission.get(id) ?? [] }];
    });
    return { rows, total };
  }

  /** The IDs of a part of them, in the order in which they were created. */
  async ids(scope: Scope, studentId: string, range: StudentRange): Promise<string[]> {
    return (await this.submissions.pageOfStudent(scope, studentId, range)).ids;
  }

  async count(scope: Scope, studentId: string): Promise<number> {
    return this.submissions.countOfStudent(scope, studentId);
  }
}
