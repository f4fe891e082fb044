import { Injectable } from '@nestjs/common';

import { ReadReplica } from '../../database/connection/read-replica.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { UserNotFound } from '../../errors/users.errors.js';
import type { Scope } from '../../tenancy/scope.js';
import { UserLookup } from '../../users/matching/user-lookup.js';
import { emailKeyOf } from '../../users/model/user-ids.js';
import { parseRecord } from '../document-text.js';
import type { ProgressRecordDto } from '../dto/progress-record.dto.js';
import type { PacingStatus } from '../progress-enums.js';
import {
  type PacingCounts,
  type ProgressFilter,
  ProgressListRepository,
  type ProgressRange,
} from './progress-list.repository.js';

export interface ProgressQuery {
  /** The whole number or address of a student, or beginnings of their names or ID, all of which must match. */
  readonly q?: string | undefined;
  readonly pacing?: PacingStatus | undefined;
  readonly programId?: string | undefined;
}

/** Students' progress, for administrators. */
@Injectable()
export class ProgressListService {
  constructor(
    private readonly records: ProgressListRepository,
    private readonly people: UserLookup,
    private readonly unitOfWork: UnitOfWork,
    private readonly replica: ReadReplica,
  ) {}

  async list(
    scope: Scope,
    { q, pacing, programId }: ProgressQuery,
    range: ProgressRange,
  ): Promise<{ rows: ProgressRecordDto[]; total: number }> {
    const filter = { pacing, programId, people: q === undefined ? undefined : await this.named(scope, q) };
    return this.replica.run(async (reader) => {
      const documents = await this.records.page(scope, reader, filter, range);
      return {
        rows: documents.map(parseRecord),
        total: await this.records.count(scope, reader, filter),
      };
    });
  }

  /**
   * @param reference the 950 ID or the legacyNumber
   * @throws {UserNotFound} when the tenant has no such user, or the user is no Student
   */
  async get(scope: Scope, reference: string): Promise<ProgressRecordDto> {
    const reader = this.unitOfWork.single;
    const student = (await this.people.find(scope, reader, [reference])).get(reference);
    const [document] = student === undefined ? [] : await this.records.find(scope, reader, [student.id]);
    if (document === undefined) throw new UserNotFound();
    return parseRecord(document);
  }

  /** The number of students by pacing status, for every status. */
  pacingCounts(scope: Scope): Promise<PacingCounts> {
    return this.replica.run((reader) => this.records.pacingCounts(scope, reader));
  }

  private async named(scope: Scope, q: string): Promise<ProgressFilter['people']> {
    const byNumber = (await this.people.find(scope, this.unitOfWork.single, [q])).get(q);
    const byAddress = await this.people.findByEmail(scope, emailKeyOf(q));
    const studentIds = [byNumber, byAddress].flatMap((user) => user?.id ?? []);
    const words = q.split(/[\s,]+/).filter(Boolean);
    return { studentIds, words: words.length > 0 ? words : [q] };
  }
}
