import { Injectable } from '@nestjs/common';

import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import type { Scope } from '../../tenancy/scope.js';
import type { CommitteeImpact } from '../../users/model/committee-impacts.js';
import { parseRecord } from '../document-text.js';
import type { MemberDto, ProgressRecordDto } from '../dto/progress-record.dto.js';
import { ProgressListRepository } from '../list/progress-list.repository.js';
import { type HeldSeat, type SeatRange, SeatsRepository } from './seats.repository.js';

/** A seat of a person, with the record of its student; without one when they are no Student any more. */
export interface SeatOfMember extends HeldSeat {
  readonly record: ProgressRecordDto | undefined;
  /** Whether no other accepted and active member has this role in the committee. */
  readonly leavesRoleOpen: boolean;
}

const NONE: CommitteeImpact = { students: 0, chairs: 0 };

function holds({ status, active }: MemberDto): boolean {
  return status === 'accepted' && active;
}

function leavesRoleOpen(
  { role, isAffected }: HeldSeat,
  facultyId: string,
  record?: ProgressRecordDto,
): boolean {
  const others = record?.committee.members.filter((member) => member.facultyId !== facultyId) ?? [];
  return isAffected && !others.some((member) => member.role === role && holds(member));
}

/** The seats of one person in the committees of students: what their departure would mean. */
@Injectable()
export class MemberSeatsService {
  constructor(
    private readonly seats: SeatsRepository,
    private readonly records: ProgressListRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Those first that would leave a student without a chair, then others that a departure would leave open; by name. */
  async page(
    scope: Scope,
    facultyId: string,
    range: SeatRange,
  ): Promise<{ rows: SeatOfMember[]; total: number }> {
    const reader = this.unitOfWork.single;
    const { seats, total } = await this.seats.ofMember(scope, reader, facultyId, range);
    const ids = seats.map(({ studentId }) => studentId);
    const documents = await this.records.find(scope, reader, ids);
    const records = new Map(documents.map((document) => [document.studentId, parseRecord(document)]));
    const rows = seats.map((seat) => {
      const record = records.get(seat.studentId);
      return { ...seat, record, leavesRoleOpen: leavesRoleOpen(seat, facultyId, record) };
    });
    return { rows, total };
  }

  /** How many students the departure of all of these people would concern now; who chairs most committees is first. */
  async impactOfAll(
    scope: Scope,
    ids: readonly string[],
  ): Promise<{ impact: CommitteeImpact; members: readonly string[] }> {
    const reader = this.unitOfWork.single;
    const [impact, each] = await Promise.all([
      this.seats.impactOfAll(scope, reader, ids),
      this.seats.impactOf(scope, reader, ids),
    ]);
    const members = [...each].sort(
      ([, one], [, other]) => other.chairs - one.chairs || other.students - one.students,
    );
    return { impact, members: members.map(([id]) => id) };
  }

  /** How many students a departure would concern now. */
  async impactOf(scope: Scope, facultyId: string): Promise<CommitteeImpact> {
    return (await this.seats.impactOf(scope, this.unitOfWork.single, [facultyId])).get(facultyId) ?? NONE;
  }
}
