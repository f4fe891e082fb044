import { Injectable } from '@nestjs/common';

import { DecisionsService } from '../submissions/discrepancies/decisions.service.js';
import { DiscrepanciesService } from '../submissions/discrepancies/discrepancies.service.js';
import { MappingsService } from '../submissions/mapping/mappings.service.js';
import type { SubmissionStatus } from '../submissions/review-workflow.js';
import { SubmissionsService } from '../submissions/submissions.service.js';
import { SyncService } from '../sync/sync.service.js';
import type { Scope } from '../tenancy/scope.js';
import { DECISIONS, DEGREE_CHANGE, type FormRow } from './forms.js';
import type { University } from './university.js';

/** The moves from a draft to each status. */
const MOVES_TO: Readonly<Record<SubmissionStatus, readonly SubmissionStatus[]>> = {
  draft: [],
  submitted: ['submitted'],
  in_review: ['submitted', 'in_review'],
  returned: ['submitted', 'in_review', 'returned'],
  approved: ['submitted', 'approved'],
  rejected: ['submitted', 'in_review', 'rejected'],
  closed: ['submitted', 'approved', 'closed'],
};

/** Creates the demo university's forms: their reviews, discrepancies, and the reports of a connector. */
@Injectable()
export class DemoReviews {
  constructor(
    private readonly mappings: MappingsService,
    private readonly submissions: SubmissionsService,
    private readonly discrepancies: DiscrepanciesService,
    private readonly decisions: DecisionsService,
    private readonly sync: SyncService,
  ) {}

  async create(
    { forms }: University,
    { workflow, connector }: { workflow: Scope; connector: Scope },
  ): Promise<void> {
    await this.mappings.replace(workflow, 'degree_change', DEGREE_CHANGE);
    for (const [submissionId, form] of Object.entries(forms)) await this.review(workflow, submissionId, form);
    for (const [submissionId, field, resolution, note = null] of DECISIONS) {
      const found = await this.discrepancies.ofSubmission(workflow, submissionId);
      for (const { id } of found.filter((one) => one.field === field))
        await this.decisions.resolve(workflow, submissionId, { id, resolution, note });
    }
    for (const [submissionId, [, , , , delivery]] of Object.entries(forms))
      if (delivery !== undefined) await this.sync.ack(connector, { submissionId, ...delivery });
  }

  private async review(
    scope: Scope,
    submissionId: string,
    [formType, studentId, fields, status]: FormRow,
  ): Promise<void> {
    await this.submissions.put(scope, submissionId, { formType, studentId, fields });
    for (const to of MOVES_TO[status])
      await this.submissions.changeStatus(scope, submissionId, { status: to });
  }
}
