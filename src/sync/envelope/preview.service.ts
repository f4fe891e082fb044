import { Injectable } from '@nestjs/common';

import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { SubmissionNotFound } from '../../errors/submissions.errors.js';
import { success, type Success } from '../../http/answers.js';
import { DiscrepanciesService } from '../../submissions/discrepancies/discrepancies.service.js';
import { DisclosureLog } from '../../tenancy/disclosure-log.js';
import type { Scope } from '../../tenancy/scope.js';
import { QueueService } from '../list/queue.service.js';
import { keyOf } from '../items/sync.repository.js';
import type { Envelope } from './envelope.js';
import { EnvelopeService } from './envelope.service.js';

/** Shows what a connector would take. */
@Injectable()
export class PreviewService {
  constructor(
    private readonly queue: QueueService,
    private readonly envelopes: EnvelopeService,
    private readonly discrepancies: DiscrepanciesService,
    private readonly unitOfWork: UnitOfWork,
    private readonly disclosures: DisclosureLog,
  ) {}

  /**
   * Reads only; the item stays as it is.
   * @param targetSystem which item, where the submission has several
   * @throws {SubmissionNotFound} when the tenant has no such submission
   * @throws {ValidationFailed} when no single item is meant
   */
  async preview(scope: Scope, submissionId: string, targetSystem?: string): Promise<Success<Envelope>> {
    const item = await this.queue.get(scope, submissionId, targetSystem);
    const contents = await this.envelopes.buildAll(scope, this.unitOfWork.single, [item]);
    const built = contents.get(keyOf(item));
    if (built === undefined) throw new SubmissionNotFound();
    const discrepancies = await this.discrepancies.ofSubmission(scope, submissionId);
    const { envelope, studentId, contentHash } = built;
    this.disclosures.note(scope, 'envelope', [studentId]);
    const blockedBy = [
      ...new Set(discrepancies.filter(({ resolution }) => resolution === null).map(({ field }) => field)),
    ];
    return success(envelope, {
      meta: { preview: true, contentHash, syncStatus: item.syncStatus, blockedBy },
    });
  }
}
