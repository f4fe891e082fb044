import { Injectable } from '@nestjs/common';

import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import type { Scope } from '../../tenancy/scope.js';
import { sinceOf, type WalkPage, Walks } from '../../tenancy/walks/walks.js';
import { UserLookup } from '../../users/matching/user-lookup.js';
import { ExportRepository } from './export.repository.js';
import type { ProgressQueryDto } from './progress-query.dto.js';

/** The progress export (contract, section 3). */
@Injectable()
export class ExportService {
  constructor(
    private readonly records: ExportRepository,
    private readonly walks: Walks,
    private readonly people: UserLookup,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @throws {ValidationFailed} when the cursor is of another tenant or another query, or too old */
  async page(scope: Scope, query: ProgressQueryDto): Promise<WalkPage> {
    const { studentId, includeRemoved: withRemoved = false, since: moment, cursor, limit } = query;
    const since = sinceOf(moment);
    return this.walks.page(scope, this.records, {
      filter: async () => ({ studentIds: await this.idsOf(scope, studentId), withRemoved }),
      asked: [[...(studentId ?? [])].sort(), since, withRemoved],
      parameters: 'studentId, since or includeRemoved',
      since,
      cursor,
      limit,
    });
  }

  /** The 950 IDs of the caller's IDs and legacyNumbers, without unknown ones; undefined when there are none. */
  private async idsOf(
    scope: Scope,
    references: readonly string[] | undefined,
  ): Promise<string[] | undefined> {
    if (references === undefined) return undefined;
    const people = await this.people.find(scope, this.unitOfWork.single, references);
    return [...new Set(references.flatMap((reference) => people.get(reference)?.id ?? []))];
  }
}
