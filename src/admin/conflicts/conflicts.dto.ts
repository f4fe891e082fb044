import { ApiProperty } from '@nestjs/swagger';

import { OneOf, Text } from '../../http/fields/fields.js';
import { ConflictDto } from '../../identity/conflicts/conflict.dto.js';
import {
  CONFLICT_STATUSES,
  type ConflictStatus,
  type Decision,
  DECISIONS,
} from '../../identity/conflicts/decision.js';
import { QUESTION_KINDS, type QuestionKind } from '../../users/model/outcome.js';
import { PersonInViewDto } from '../people-in-view.js';
import { FieldChangeDto } from '../users/users.dto.js';
import { QueryOneOf, QueryText } from '../../http/fields/query-fields.js';
import { ListSortedBy } from '../../http/lists/list-query.js';

export class ConflictListQueryDto extends ListSortedBy('lastAt') {
  @QueryOneOf(CONFLICT_STATUSES, 'default: all')
  status?: ConflictStatus;

  @QueryOneOf(QUESTION_KINDS, 'default: all')
  kind?: QuestionKind;

  @QueryText(64, 'The externalId that was sent, or the 950/951 ID of a user who is involved')
  search?: string;
}

/** `decision` is required, since this call can change and make people. */
export class DecideConflictDto {
  @OneOf(DECISIONS, { required: true, example: 'ignore' })
  decision!: Decision;

  @Text(1000, { description: 'For those who read the decision later' })
  note?: string | null;
}

/** A conflict in a list. */
export class ConflictRowDto extends ConflictDto {
  @ApiProperty({
    enum: [...DECISIONS],
    isArray: true,
    description: 'Empty unless the conflict is open; only `ignore` once what was sent is forgotten',
  })
  offered!: Decision[];

  @ApiProperty({ type: String, nullable: true, example: 'Ann Lee' })
  userName!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Bo Cruz' })
  ownerName!: string | null;

  @ApiProperty({ example: 'key:ik_0000000000000000000000000a', description: 'Who asked last' })
  actor!: string;

  @ApiProperty({ example: 'SIS nightly' })
  actorLabel!: string;

  @ApiProperty({ type: String, nullable: true, description: 'The run that asked last' })
  run!: string | null;

  @ApiProperty({ description: 'The request that asked last' })
  requestId!: string;

  @ApiProperty({ type: String, nullable: true })
  note!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'admin:951000001' })
  decidedBy!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Bo Cruz' })
  decidedByLabel!: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  takenBackAt!: string | null;

  @ApiProperty({ type: String, nullable: true })
  takenBackBy!: string | null;
}

const VALUE = { nullable: true, description: 'Any JSON value' } as const;

/** One field of those who may be one person. */
export class ComparedFieldDto {
  @ApiProperty({ example: 'lastName' })
  field!: string;

  @ApiProperty({ ...VALUE, description: 'What was sent last; null when it was not sent' })
  sent!: unknown;

  @ApiProperty({ ...VALUE, description: 'What is stored of the user; before the row, where it was applied' })
  stored!: unknown;

  @ApiProperty({ ...VALUE, description: 'What is stored of the user who has the address or number' })
  owner!: unknown;

  @ApiProperty({ description: 'Whether what was sent differs from what is stored of the user' })
  differs!: boolean;
}

/** A field of a person that has another value than when the question was asked, or looked at, last. */
export class ChangedPersonDto {
  @ApiProperty({ example: '950000001' })
  userId!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'email',
    description: 'null: the person is not stored',
  })
  field!: string | null;

  @ApiProperty({ ...VALUE, description: 'When they were seen last' })
  before!: unknown;

  @ApiProperty(VALUE)
  now!: unknown;
}

/** What a decision did to one person. */
export class DecisionEffectDto {
  @ApiProperty({ example: '950000001' })
  userId!: string;

  @ApiProperty({ type: String, nullable: true, example: 'Ann Lee' })
  userName!: string | null;

  @ApiProperty({ description: 'Whether the decision made this user' })
  isNew!: boolean;

  @ApiProperty({ type: FieldChangeDto, isArray: true })
  fields!: FieldChangeDto[];
}

/** A conflict with everything that a decision needs. */
export class ConflictDetailDto extends ConflictRowDto {
  @ApiProperty({
    type: ComparedFieldDto,
    isArray: true,
    description: 'Empty once it is decided, or what was sent is forgotten',
  })
  fields!: ComparedFieldDto[];

  @ApiProperty({ description: 'Whether what was sent was applied nevertheless, with a warning' })
  isApplied!: boolean;

  @ApiProperty({ type: () => PersonInViewDto, nullable: true, description: 'null: not stored any more' })
  user!: PersonInViewDto | null;

  @ApiProperty({ type: () => PersonInViewDto, nullable: true, description: 'Who has the address or number' })
  owner!: PersonInViewDto | null;

  @ApiProperty({
    type: ChangedPersonDto,
    isArray: true,
    description: 'Unless it is empty, the next decision but `ignore` is refused once, with 409',
  })
  changedSince!: ChangedPersonDto[];

  @ApiProperty({
    type: DecisionEffectDto,
    isArray: true,
    description: 'What the decision changed, which taking it back puts back; empty before and after',
  })
  effects!: DecisionEffectDto[];
}
