import { Injectable } from '@nestjs/common';

import { UnitOfWork } from '../database/transaction/unit-of-work.js';
import { success, type Success, type Warning } from '../http/answers.js';
import type { Scope } from '../tenancy/scope.js';
import { RunTally } from '../users/runs/run-tally.js';
import { UserLookup } from '../users/matching/user-lookup.js';
import type { ProgressOutcome } from './decide-progress.js';
import type { BulkProgressDto } from './dto/bulk-progress.dto.js';
import type {
  PutCommitteeDto,
  PutDissertationDto,
  PutMilestoneDto,
  PutVersionDto,
} from './dto/progress-parts.dto.js';
import type { CommitteeDto, DissertationDto, MilestoneDto, VersionDto } from './dto/progress-record.dto.js';
import { ProgressService } from './progress.service.js';
import {
  presentCommittee,
  presentDissertation,
  presentMilestone,
  presentVersion,
  type StudentProgress,
  viewFaculty,
} from './student-progress.js';

/** The part after the call, and whether the call created it. */
export interface PutPart<T> {
  readonly created: boolean;
  readonly answer: Success<T>;
}

type Written = Extract<ProgressOutcome, { after: StudentProgress }>;

function answerWith<T>(part: T, created: boolean, warnings: readonly Warning[]): PutPart<T> {
  return { created, answer: success(part, { warnings }) };
}

/** The four calls that write one part of one student's progress (contract, section 4). */
@Injectable()
export class StudentProgressService {
  constructor(
    private readonly progress: ProgressService,
    private readonly people: UserLookup,
    private readonly unitOfWork: UnitOfWork,
    private readonly runs: RunTally,
  ) {}

  /**
   * @throws {UserNotFound} when the tenant has no such user
   * @throws {NotAStudent} when the user is no Student
   */
  async putDissertation(
    scope: Scope,
    studentId: string,
    dissertation: PutDissertationDto,
  ): Promise<PutPart<DissertationDto>> {
    const { before, after, warnings } = await this.put(scope, { studentId, dissertation });
    return answerWith(presentDissertation(after), before.dissertation === undefined, warnings);
  }

  /**
   * @throws {UserNotFound} when the tenant has no such user
   * @throws {NotAStudent} when the user is no Student
   */
  async putVersion(
    scope: Scope,
    studentId: string,
    number: number,
    version: PutVersionDto,
  ): Promise<PutPart<VersionDto>> {
    const { before, after, warnings } = await this.put(scope, {
      studentId,
      versions: [{ ...version, number }],
    });
    const [part] = after.versions.filter((one) => one.number === number).map(presentVersion);
    return answerWith(present(part), !before.versions.some((one) => one.number === number), warnings);
  }

  /**
   * @throws {UserNotFound} when the tenant has no such user
   * @throws {NotAStudent} when the user is no Student
   */
  async putMilestone(
    scope: Scope,
    studentId: string,
    code: string,
    milestone: PutMilestoneDto,
  ): Promise<PutPart<MilestoneDto>> {
    const { before, after, warnings } = await this.put(scope, {
      studentId,
      milestones: [{ ...milestone, code }],
    });
    const [part] = after.milestones.filter((one) => one.code === code).map(presentMilestone);
    return answerWith(present(part), !before.milestones.some((one) => one.code === code), warnings);
  }

  /**
   * @throws {UserNotFound} when the tenant has no such user
   * @throws {NotAStudent} when the user is no Student
   * @throws {ValidationFailed} when members may not take their seats
   */
  async putCommittee(
    scope: Scope,
    studentId: string,
    committee: PutCommitteeDto,
  ): Promise<PutPart<CommitteeDto>> {
    const { before, after, warnings } = await this.put(scope, { studentId, committee });
    const ids = after.members.map(({ facultyId }) => facultyId);
    const people = await this.people.find(scope, this.unitOfWork.single, ids);
    const views = new Map([...people.values()].map((user) => [user.id, viewFaculty(user)]));
    return answerWith(presentCommittee(after, views, scope.tenant), before.committee === undefined, warnings);
  }

  private async put(scope: Scope, line: BulkProgressDto): Promise<Written> {
    const [outcome] = await this.progress.record(scope, [line], '');
    if (outcome === undefined) throw new Error('A batch of one had no outcome');
    if (outcome.kind === 'refused') throw outcome.refusal;
    this.runs.count(scope, { workflow: { calls: 1, kinds: [outcome.kind] } });
    return outcome;
  }
}

function present<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('A part is not there after it was written');
  return part;
}
