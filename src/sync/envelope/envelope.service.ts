import { Injectable } from '@nestjs/common';

import { PublicUrl } from '../../config/public-url.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { SubmissionNotFound } from '../../errors/submissions.errors.js';
import { success, type Success } from '../../http/answers.js';
import { DiscrepanciesService } from '../../submissions/discrepancies/discrepancies.service.js';
import { MappingsService } from '../../submissions/mapping/mappings.service.js';
import { SubmissionsService } from '../../submissions/submissions.service.js';
import type { Scope } from '../../tenancy/scope.js';
import { UserLookup } from '../../users/matching/user-lookup.js';
import { SyncRepository } from '../sync.repository.js';
import { buildEnvelope, type Envelope } from './envelope.js';
import { ENVELOPE_SCHEMA_PATH, envelopeSchema } from './envelope-schema.js';

/** Shows what a connector would send. The service itself sends nothing. */
@Injectable()
export class EnvelopeService {
  constructor(
    private readonly submissions: SubmissionsService,
    private readonly discrepancies: DiscrepanciesService,
    private readonly mappings: MappingsService,
    private readonly items: SyncRepository,
    private readonly people: UserLookup,
    private readonly unitOfWork: UnitOfWork,
    private readonly publicUrl: PublicUrl,
  ) {}

  /**
   * Reads only; the item stays as it is.
   * @throws {SubmissionNotFound} when the tenant has no such submission
   */
  async preview(scope: Scope, submissionId: string): Promise<Success<Envelope>> {
    const submission = await this.submissions.get(scope, submissionId);
    const item = await this.items.find(scope, submissionId);
    const student = (await this.people.find(scope, this.unitOfWork.single, [submission.studentId])).get(
      submission.studentId,
    );
    if (item === null || student === undefined) throw new SubmissionNotFound();
    const discrepancies = await this.discrepancies.ofSubmission(scope, submissionId);
    const links = await this.mappings.linksOf(scope, submission.formType);
    const { envelope, contentHash } = buildEnvelope({
      submission,
      item,
      student,
      links,
      discrepancies,
      dataschema: this.schemaId(),
    });
    const blockedBy = [
      ...new Set(discrepancies.filter(({ resolution }) => resolution === null).map(({ field }) => field)),
    ];
    return success(envelope, {
      meta: { preview: true, contentHash, syncStatus: item.syncStatus, blockedBy },
    });
  }

  schema(): object {
    return envelopeSchema(this.schemaId());
  }

  private schemaId(): string {
    return `${this.publicUrl.value}${ENVELOPE_SCHEMA_PATH}`;
  }
}
