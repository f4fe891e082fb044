import { Injectable } from '@nestjs/common';

import { PublicUrl } from '../../config/public-url.js';
import type { Reader } from '../../database/transaction/reader.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { SubmissionNotFound } from '../../errors/submissions.errors.js';
import { success, type Success } from '../../http/answers.js';
import { DiscrepanciesService } from '../../submissions/discrepancies/discrepancies.service.js';
import type { Submission } from '../../submissions/entities/submission.entity.js';
import { MappingsService } from '../../submissions/mapping/mappings.service.js';
import type { FieldLink } from '../../submissions/mapping/record-fields.js';
import { SubmissionsService } from '../../submissions/submissions.service.js';
import { DisclosureLog } from '../../tenancy/disclosure-log.js';
import type { Scope } from '../../tenancy/scope.js';
import { UserLookup } from '../../users/matching/user-lookup.js';
import type { SyncItem } from '../entities/sync-item.entity.js';
import { keyOf, SyncRepository } from '../sync.repository.js';
import { chooseExisting } from '../targets/choose-item.js';
import { buildEnvelope, type BuiltEnvelope, type Envelope } from './envelope.js';
import { ENVELOPE_SCHEMA_PATH, envelopeSchema } from './envelope-schema.js';

/** Shows what a connector would send, and builds what it takes. The service itself sends nothing. */
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
    private readonly disclosures: DisclosureLog,
  ) {}

  /**
   * Reads only; the item stays as it is.
   * @param targetSystem which item, where the submission has several
   * @throws {SubmissionNotFound} when the tenant has no such submission
   * @throws {ValidationFailed} when no single item is meant
   */
  async preview(scope: Scope, submissionId: string, targetSystem?: string): Promise<Success<Envelope>> {
    const items = await this.items.find(scope, submissionId);
    if (items.length === 0) throw new SubmissionNotFound();
    const { item } = chooseExisting(items, scope.tenant.syncTargets, targetSystem);
    const built = (await this.buildAll(scope, this.unitOfWork.single, [item])).get(keyOf(item));
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

  /** The envelopes of these items by {@link keyOf}; an item whose student is missing has none. */
  async buildAll(
    scope: Scope,
    reader: Reader,
    items: readonly SyncItem[],
  ): Promise<Map<string, BuiltEnvelope>> {
    if (items.length === 0) return new Map();
    const ids = items.map(({ submissionId }) => submissionId);
    const submissions = await this.submissions.getAll(scope, reader, ids);
    const people = await this.people.find(
      scope,
      reader,
      [...submissions.values()].map(({ studentId }) => studentId),
    );
    const discrepancies = await this.discrepancies.ofSubmissions(scope, reader, ids);
    const links = await this.linksOf(scope, reader, submissions.values());
    const built = new Map<string, BuiltEnvelope>();
    for (const item of items) {
      const submission = submissions.get(item.submissionId);
      const student = people.get(submission?.studentId ?? '');
      if (submission === undefined || student === undefined) continue;
      const source = {
        submission,
        item,
        student,
        links: links.get(submission.formType) ?? [],
        discrepancies: discrepancies.get(item.submissionId) ?? [],
        dataschema: this.schemaId(),
      };
      built.set(keyOf(item), buildEnvelope(source));
    }
    return built;
  }

  schema(): object {
    return envelopeSchema(this.schemaId());
  }

  private async linksOf(
    scope: Scope,
    reader: Reader,
    submissions: Iterable<Submission>,
  ): Promise<Map<string, readonly FieldLink[]>> {
    const links = new Map<string, readonly FieldLink[]>();
    for (const { formType } of submissions)
      if (!links.has(formType)) links.set(formType, await this.mappings.linksOf(scope, formType, reader));
    return links;
  }

  private schemaId(): string {
    return `${this.publicUrl.value}${ENVELOPE_SCHEMA_PATH}`;
  }
}
