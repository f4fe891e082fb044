import { Injectable } from '@nestjs/common';

import { PublicUrl } from '../../config/public-url.js';
import type { Reader } from '../../database/transaction/reader.js';
import { DiscrepanciesService } from '../../submissions/discrepancies/discrepancies.service.js';
import type { Submission } from '../../submissions/entities/submission.entity.js';
import { MappingsService } from '../../submissions/mapping/mappings.service.js';
import type { FieldLink } from '../../submissions/mapping/record-fields.js';
import { SubmissionsService } from '../../submissions/submissions.service.js';
import type { Scope } from '../../tenancy/scope.js';
import { UserLookup } from '../../users/matching/user-lookup.js';
import type { SyncItem } from '../entities/sync-item.entity.js';
import { keyOf } from '../items/sync.repository.js';
import { buildEnvelope, type BuiltEnvelope } from './envelope.js';
import { ENVELOPE_SCHEMA_PATH, envelopeSchema } from './envelope-schema.js';

/** Builds what connectors take. The service itself sends nothing. */
@Injectable()
export class EnvelopeService {
  constructor(
    private readonly submissions: SubmissionsService,
    private readonly discrepancies: DiscrepanciesService,
    private readonly mappings: MappingsService,
    private readonly people: UserLookup,
    private readonly publicUrl: PublicUrl,
  ) {}

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
