import { ApiProperty, OmitType, PickType } from '@nestjs/swagger';

import {
  CommitteeDto,
  DissertationDto,
  MemberDto,
  PacingDto,
} from '../../progress/dto/progress-record.dto.js';
import { COMMITTEE_STATUSES } from '../../progress/progress-enums.js';
import type { SeatOfMember } from '../../progress/seats/member-seats.service.js';
import { presentSubmission, SubmissionDto } from '../../submissions/dto/submission.dto.js';
import type { SubmissionWithDiscrepancies } from '../../submissions/submissions-of-student.js';
import { QueryOneOf } from '../../http/fields/query-fields.js';
import { ListSortedBy } from '../../http/lists/list-query.js';

export class SeatsQueryDto extends ListSortedBy('studentName') {
  @QueryOneOf(['true', 'false'], 'true: only seats that a departure of the person would leave open')
  affected?: 'true' | 'false';
}

export class PersonSubmissionsQueryDto extends ListSortedBy('createdAt') {}

/** The latest of a bounded number of requests. */
export class PersonRequestsQueryDto extends ListSortedBy('at') {}

class SeatDissertationDto extends PickType(DissertationDto, ['title', 'status'] as const) {}

/** A seat of a person in the committee of a student. */
export class SeatDto extends PickType(MemberDto, ['role', 'status'] as const) {
  @ApiProperty({ example: '950000001' })
  studentId!: string;

  @ApiProperty({ type: String, nullable: true, example: 'Ann Lee' })
  studentName!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'ann.lee@example.edu' })
  studentEmail!: string | null;

  @ApiProperty({ type: String, nullable: true })
  schoolProgram!: string | null;

  @ApiProperty({
    description: 'Whether a departure of the person would take a member from an active student',
  })
  isAffected!: boolean;

  @ApiProperty({ description: 'Whether no other accepted and active member would have the role then' })
  leavesRoleOpen!: boolean;

  @ApiProperty({ type: () => SeatDissertationDto, nullable: true })
  dissertation!: SeatDissertationDto | null;

  @ApiProperty({ type: () => PacingDto, nullable: true, description: 'null for a person who is no Student' })
  pacing!: PacingDto | null;

  @ApiProperty({ enum: [...COMMITTEE_STATUSES], nullable: true })
  committeeStatus!: CommitteeDto['status'] | null;
}

export function presentSeat({ record, ...seat }: SeatOfMember): SeatDto {
  const { studentId, role, status, isAffected, leavesRoleOpen } = seat;
  const common = { studentId, role, status, isAffected, leavesRoleOpen };
  if (record === undefined)
    return {
      ...common,
      studentName: null,
      studentEmail: null,
      schoolProgram: null,
      dissertation: null,
      pacing: null,
      committeeStatus: null,
    };
  const { firstName, lastName, email, schoolProgram, dissertation, pacing, committee } = record;
  return {
    ...common,
    studentName: `${lastName}, ${firstName}`,
    studentEmail: email,
    schoolProgram,
    dissertation: { title: dissertation.title, status: dissertation.status },
    pacing,
    committeeStatus: committee.status,
  };
}

/** A submission in the list of a student. */
export class PersonSubmissionDto extends OmitType(SubmissionDto, ['fields', 'discrepancies'] as const) {
  @ApiProperty({ type: 'integer', description: 'Discrepancies without a decision' })
  openDiscrepancies!: number;

  @ApiProperty({ type: 'integer' })
  resolvedDiscrepancies!: number;
}

export function presentPersonSubmission({
  submission,
  discrepancies,
}: SubmissionWithDiscrepancies): PersonSubmissionDto {
  const { fields, discrepancies: all, ...row } = presentSubmission(submission, []);
  const open = discrepancies.filter(({ resolution }) => resolution === null).length;
  return { ...row, openDiscrepancies: open, resolvedDiscrepancies: discrepancies.length - open };
}
