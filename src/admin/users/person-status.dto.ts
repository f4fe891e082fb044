import { ApiProperty, getSchemaPath, ApiExtraModels } from '@nestjs/swagger';

import { KeepActiveDto, SETTERS, type Setter } from '../../users/model/dto/provenance.dto.js';
import { ACCOUNT_STATUSES, type AccountStatus } from '../../users/model/account.js';

/** Who gave a person an account status. */
export class StatusSetterDto {
  @ApiProperty({ format: 'date-time' })
  at!: string;

  @ApiProperty({ enum: [...SETTERS] })
  kind!: Setter;

  @ApiProperty({ example: 'key:ik_0000000000000000000000000a' })
  actor!: string;

  @ApiProperty({ example: 'SIS nightly' })
  actorLabel!: string;

  @ApiProperty({ type: String, nullable: true, example: 'sis-nightly-1122' })
  run!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'The accepted submission' })
  submissionId!: string | null;
}

/** A source that says that the person is inactive. */
export class InactiveAtSourceDto extends StatusSetterDto {
  @ApiProperty({
    type: 'integer',
    example: 3,
    description:
      'How many runs with names like this one, but for its numbers, have come since and left it so: they named the ' +
      'user, or were complete of the account type. Of the last 31',
  })
  runsSince!: number;

  @ApiProperty({ type: String, nullable: true, description: 'The latest of them' })
  latestRun!: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  latestRunAt!: string | null;

  @ApiProperty({ description: 'false: later runs like it have come, and none said anything about the user' })
  isNextRunSure!: boolean;
}

export class KeptActiveDto extends KeepActiveDto {
  @ApiProperty({ example: 'Bo Cruz' })
  actorLabel!: string;
}

/** How many rows each part of a person's page has. */
export class PersonCountsDto {
  @ApiProperty({
    type: 'integer',
    description: 'Active students whose committee a departure would leave short',
  })
  students!: number;

  @ApiProperty({ type: 'integer', description: 'Of these, the ones whose chair the person is' })
  chairs!: number;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Of a faculty member: how many committees they take at most',
  })
  capacity!: number | null;

  @ApiProperty({ type: 'integer' })
  submissions!: number;

  @ApiProperty({ type: 'integer', description: 'Open and decided ones' })
  discrepancies!: number;

  @ApiProperty({ type: 'integer' })
  openDiscrepancies!: number;

  @ApiProperty({ type: 'integer', description: 'Open and decided ones' })
  holds!: number;

  @ApiProperty({ type: 'integer' })
  openHolds!: number;

  @ApiProperty({ type: 'integer', description: 'Open and decided ones' })
  conflicts!: number;

  @ApiProperty({ type: 'integer' })
  openConflicts!: number;

  @ApiProperty({ type: 'integer', description: 'Refused rows of the last 90 days' })
  failures!: number;
}

/** Whether a person can log in, and why. */
@ApiExtraModels(StatusSetterDto, InactiveAtSourceDto, KeptActiveDto)
export class PersonStatusDto {
  @ApiProperty({ enum: [...ACCOUNT_STATUSES] })
  accountStatus!: AccountStatus;

  @ApiProperty({
    allOf: [{ $ref: getSchemaPath(StatusSetterDto) }],
    nullable: true,
    description: 'null where the history does not reach back so far',
  })
  setBy!: StatusSetterDto | null;

  @ApiProperty({
    allOf: [{ $ref: getSchemaPath(InactiveAtSourceDto) }],
    nullable: true,
    description: 'Who says that the person is inactive and has not taken it back: its next row says so again',
  })
  inactiveAtSource!: InactiveAtSourceDto | null;

  @ApiProperty({
    type: 'integer',
    example: 0,
    description:
      'For how many days a source does not undo what an administrator restores; 0: with its next row',
  })
  awaitSourceDays!: number;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Of an active person: until when what that source says is not applied',
  })
  awaitsSourceUntil!: string | null;

  @ApiProperty({ allOf: [{ $ref: getSchemaPath(KeptActiveDto) }], nullable: true })
  keepActive!: KeptActiveDto | null;

  @ApiProperty({ description: 'Today, in the time zone of the university', example: '2026-11-23' })
  today!: string;

  @ApiProperty()
  counts!: PersonCountsDto;
}
