import { Injectable } from '@nestjs/common';

import { ReadReplica } from '../../database/connection/read-replica.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { UserNotFound } from '../../errors/users.errors.js';
import type { Scope } from '../../tenancy/scope.js';
import { UserLookup } from '../../users/matching/user-lookup.js';
import { emailKeyOf } from '../../users/model/user-ids.js';
import type { Day } from '../../tenancy/time/calendar.js';
import { chairOf } from '../document-columns.js';
import { parseRecord } from '../document-text.js';
import { todayOf } from '../documents.service.js';
import type { MemberDto, ProgressRecordDto } from '../dto/progress-record.dto.js';
import { NO_DUE_DAY, type ProgressDocument } from '../entities/progress-document.entity.js';
import { daysBehindOn, type DueMilestone, firstDue } from '../pacing/pacing.js';
import type { ProgressFilter } from './progress-conditions.js';
import { PACING_STATUSES, type PacingStatus } from '../progress-enums.js';
import {
  type Cohort,
  type CohortKind,
  type PacingCounts,
  ProgressListRepository,
  type ProgressRange,
} from './progress-list.repository.js';

export interface ProgressQuery extends Omit<ProgressFilter, 'people' | 'chairId'> {
  /** The whole number or address of a student, or beginnings of their names or ID, all of which must match. */
  readonly q?: string | undefined;
  /** The ID or legacyNumber of the chair of the committee. */
  readonly chair?: string | undefined;
}

/** A student in a list. */
export interface ListedProgress {
  readonly record: ProgressRecordDto;
  /** Today, also where the record has not been drawn yet since the day began. */
  readonly daysBehind: number;
  /** The one from which they are counted; null when none is late. */
  readonly lateMilestone: DueMilestone | null;
  readonly chair: MemberDto | null;
}

/** How many students a timeline shows. */
export const LARGEST_COHORT = 200;
/** A picture with more of them is not read. */
const MOST_COHORTS = 40;
const LATE_FIRST: ProgressRange = { sort: 'daysBehind', order: 'DESC', offset: 0, limit: LARGEST_COHORT };

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
    { q, chair, ...others }: ProgressQuery,
    range: ProgressRange,
  ): Promise<{ rows: ListedProgress[]; total: number; today: Day }> {
    const filter = {
      ...others,
      chairId: chair === undefined ? undefined : await this.idOf(scope, chair),
      people: q === undefined ? undefined : await this.named(scope, q),
    };
    const today = todayOf(scope);
    return this.replica.run(async (reader) => {
      const documents = await this.records.page(scope, reader, filter, range);
      const total = await this.records.count(scope, reader, filter);
      return { rows: documents.map((document) => listedOn(today, document)), total, today };
    });
  }

  /** The first students of a filter, those who are behind most first. */
  cohort(scope: Scope, query: ProgressQuery): ReturnType<ProgressListService['list']> {
    return this.list(scope, query, LATE_FIRST);
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

  /** The IDs of those who chair the committee of a student. */
  chairs(scope: Scope): Promise<string[]> {
    return this.replica.run((reader) => this.records.chairs(scope, reader));
  }

  /** The number of students by pacing status, for every status. */
  pacingCounts(scope: Scope): Promise<PacingCounts> {
    return this.replica.run((reader) => this.records.pacingCounts(scope, reader));
  }

  /**
   * The pacing of up to 40 terms or programs, that of the others together, and that of all. The latest terms come
   * first, and the programs with most students.
   */
  cohorts(
    scope: Scope,
    kind: CohortKind,
    filter: Pick<ProgressFilter, 'programId' | 'entry'>,
  ): Promise<{ cohorts: Cohort[]; others: PacingCounts; all: PacingCounts }> {
    return this.replica.run(async (reader) => {
      const cohorts = await this.records.cohorts(scope, reader, kind, filter, MOST_COHORTS);
      const all = await this.records.pacingOf(scope, reader, filter);
      const rest = PACING_STATUSES.map((status): [PacingStatus, number] => {
        const shown = cohorts.reduce((sum, { pacing }) => sum + pacing[status], 0);
        // A record that changes between the two statements is not counted below zero.
        return [status, Math.max(0, all[status] - shown)];
      });
      return { cohorts, others: Object.fromEntries(rest) as PacingCounts, all };
    });
  }

  /** Empty, which is the ID of no one, for an unknown number. */
  private async idOf(scope: Scope, reference: string): Promise<string> {
    return (await this.people.find(scope, this.unitOfWork.single, [reference])).get(reference)?.id ?? '';
  }

  private async named(scope: Scope, q: string): Promise<ProgressFilter['people']> {
    const byNumber = (await this.people.find(scope, this.unitOfWork.single, [q])).get(q);
    const byAddress = await this.people.findByEmail(scope, emailKeyOf(q));
    const studentIds = [byNumber, byAddress].flatMap((user) => user?.id ?? []);
    const words = q.split(/[\s,]+/).filter(Boolean);
    return { studentIds, words: words.length > 0 ? words : [q] };
  }
}

function listedOn(today: Day, document: ProgressDocument): ListedProgress {
  const record = parseRecord(document);
  const { firstDueOn } = document;
  const daysBehind = daysBehindOn(firstDueOn === NO_DUE_DAY ? null : firstDueOn, today);
  const { dissertation, milestones } = record;
  const late = daysBehind === 0 ? null : firstDue({ dissertationStatus: dissertation.status, milestones });
  return { record, daysBehind, lateMilestone: late, chair: chairOf(record) };
}
