import { Injectable } from '@nestjs/common';

import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { SubmissionNotFound } from '../../errors/submissions.errors.js';
import type { Scope } from '../../tenancy/scope.js';
import { UserLookup } from '../../users/matching/user-lookup.js';
import type { Discrepancy } from '../entities/discrepancy.entity.js';
import type { Submission } from '../entities/submission.entity.js';
import { MappingsService } from '../mapping/mappings.service.js';
import { readRecord, submittedText } from '../mapping/record-fields.js';
import type { SubmissionWithDiscrepancies } from '../submissions-of-student.js';
import { SubmissionsRepository } from '../submissions.repository.js';
import { DiscrepanciesRepository, type DiscrepancyRange } from './discrepancies.repository.js';
import {
  type MemberRange,
  WaitingDiscrepanciesRepository,
  type WaitingFilter,
  type WaitingGroup,
} from './waiting-discrepancies.repository.js';

/** A field of a form, beside the record field that it means, if it means one. */
export interface FormLine {
  readonly formField: string;
  /** Null when it is blank. */
  readonly submitted: string | null;
  readonly field: string | null;
  readonly recorded: string | null;
}

/** A submission as it is decided about: the whole form, and all discrepancies. */
export interface SubmissionCard extends SubmissionWithDiscrepancies {
  readonly lines: readonly FormLine[];
}

/** Open discrepancies that are alike, with the first one that was found. */
export interface GroupWithExample {
  readonly group: WaitingGroup;
  readonly example: Discrepancy;
}

/** What waits for decisions, by submission and in groups, for administrators. */
@Injectable()
export class WaitingDiscrepancies {
  constructor(
    private readonly waiting: WaitingDiscrepanciesRepository,
    private readonly discrepancies: DiscrepanciesRepository,
    private readonly submissions: SubmissionsRepository,
    private readonly mappings: MappingsService,
    private readonly people: UserLookup,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Submissions with open discrepancies, in the order in which these were found. */
  async bySubmission(
    scope: Scope,
    filter: WaitingFilter,
    range: DiscrepancyRange,
  ): Promise<{ rows: SubmissionWithDiscrepancies[]; total: number }> {
    const ids = (await this.waiting.submissions(scope, filter, range)).map(
      ({ submissionId }) => submissionId,
    );
    const total = await this.waiting.count(scope, 'submissionId', filter);
    const found = await this.submissions.findAll(scope, ids);
    const all = await this.discrepancies.ofSubmissions(scope, this.unitOfWork.single, ids);
    const rows = ids.flatMap((id) => {
      const submission = found.find(({ submissionId }) => submissionId === id);
      const discrepancies = all.filter(({ submissionId }) => submissionId === id);
      return submission === undefined ? [] : [{ submission, discrepancies }];
    });
    return { rows, total };
  }

  /** How many submissions {@link bySubmission} lists. */
  submissionCount(scope: Scope): Promise<number> {
    return this.waiting.count(scope, 'submissionId', {});
  }

  /** How many groups {@link groups} lists. */
  groupCount(scope: Scope): Promise<number> {
    return this.waiting.count(scope, 'groupKey', {});
  }

  /** Open discrepancies by form type, field and values. */
  async groups(
    scope: Scope,
    filter: WaitingFilter,
    range: DiscrepancyRange,
  ): Promise<{ rows: GroupWithExample[]; total: number }> {
    const groups = await this.waiting.groups(scope, filter, range);
    const total = await this.waiting.count(scope, 'groupKey', filter);
    const oldest = groups.map((group) => group.oldest);
    const examples = new Map((await this.discrepancies.find(scope, oldest)).map((one) => [one.id, one]));
    const rows = groups.flatMap((group) => {
      const example = examples.get(group.oldest);
      return example === undefined ? [] : [{ group, example }];
    });
    return { rows, total };
  }

  /** Open discrepancies of a group, in the order in which they were found. */
  members(
    scope: Scope,
    groupKey: string,
    range: MemberRange,
  ): Promise<Pick<Discrepancy, 'id' | 'submissionId'>[]> {
    return this.waiting.members(scope, groupKey, range);
  }

  /** @throws {SubmissionNotFound} when the tenant has no such submission */
  async card(scope: Scope, submissionId: string): Promise<SubmissionCard> {
    const submission = await this.submissions.find(scope, submissionId);
    if (submission === null) throw new SubmissionNotFound();
    const discrepancies = await this.discrepancies.ofSubmission(scope, submissionId);
    return { submission, discrepancies, lines: await this.linesOf(scope, submission) };
  }

  private async linesOf(scope: Scope, { formType, studentId, fields }: Submission): Promise<FormLine[]> {
    const links = await this.mappings.linksOf(scope, formType);
    const student = (await this.people.find(scope, this.unitOfWork.single, [studentId])).get(studentId);
    const fieldOf = new Map(links.map(({ formField, target }) => [formField, target]));
    // MySQL and MariaDB return the members of a JSON value in different orders.
    const inOrder = Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1));
    return inOrder.map(([formField, value]) => {
      const field = fieldOf.get(formField) ?? null;
      const recorded = field === null || student === undefined ? null : readRecord(student, field);
      return { formField, submitted: submittedText(value), field, recorded };
    });
  }
}
