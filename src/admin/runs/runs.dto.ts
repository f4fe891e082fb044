import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

import { OneOf, Text } from '../../http/fields/fields.js';
import { QueryFlag, QueryText, QueryValue } from '../../http/fields/query-fields.js';
import { TranslationsDto } from '../../texts/translations.dto.js';
import {
  FailedRowDto,
  FailureCauseDto,
  presentFailedRow,
  translationsOfRow,
} from '../../users/failed-rows/failed-row.dto.js';
import type { FailedRow } from '../../users/failed-rows/failed-row.entity.js';
import { RunFinishDto } from '../../users/finish/finish.dto.js';
import { CHANGE_KINDS, CHANGED_FIELDS, type ChangeKind } from '../../users/history/run-part.js';
import type { UserHistoryEntry } from '../../users/history/user-change.entity.js';
import { RunDto } from '../../users/runs/run.dto.js';
import type { RunUndo } from '../../users/runs/run-undo.entity.js';
import type { UsualRun } from '../../users/runs/usual-run.js';
import { ListSortedBy } from '../../http/lists/list-query.js';
import { Selection } from '../selection.js';
import { presentUserChange, UserChangeDto } from '../users/users.dto.js';
import { RefusedFinishDto, UNDONE, type Undone } from './run-marks.dto.js';
import { USER_ID } from './run-people.dto.js';

const PART_OF_NAME = /^[A-Za-z0-9._:-]{1,100}$/;

export class AdminRunsQueryDto extends ListSortedBy('startedAt') {
  // The column is ASCII: comparing it with other characters is a collation error.
  @QueryValue('matches', { type: String, example: 'nightly', description: 'A part of the name' }, (value) =>
    PART_OF_NAME.test(value) ? { value } : { problem: 'must be 1 to 100 of A-Z, a-z, 0-9 and . _ : -' },
  )
  name?: string;

  @QueryText(128, 'key:<apiKey>, admin:<user id>, terminal')
  sender?: string;

  @QueryFlag('true: only runs with rows that were refused')
  withFailures?: boolean;
}

export class SenderDto {
  @ApiProperty({ example: 'key:ik_0123456789abcdefghjkmnpqrs' })
  actor!: string;

  @ApiProperty({ example: 'SIS nightly' })
  label!: string;
}

/** The medians of the up to seven runs before with the same name but for its numbers, and a common sender. */
export class UsualRunDto implements UsualRun {
  @ApiProperty({ type: 'integer', example: 7, description: 'How many runs are compared' })
  runs!: number;

  @ApiProperty({ type: 'integer', example: 6485 })
  received!: number;

  @ApiProperty({ type: 'integer', example: 4 })
  inserted!: number;

  @ApiProperty({ type: 'integer', example: 12 })
  updated!: number;

  @ApiProperty({ type: 'integer', example: 6469 })
  unchanged!: number;

  @ApiProperty({ type: 'integer', example: 0 })
  failed!: number;

  @ApiProperty({ type: 'integer', example: 2 })
  deprovisioned!: number;

  @ApiProperty({ type: 'integer', example: 0 })
  restored!: number;
}

/** A run in a list. */
export class RunRowDto extends RunDto {
  @ApiProperty({ type: SenderDto, isArray: true, description: 'The actors, with their labels' })
  senders!: SenderDto[];

  @ApiProperty({
    type: 'integer',
    description: 'Of the received; without people whose only news was a de-provisioning that was held',
  })
  override unchanged!: number;

  @ApiProperty({
    type: 'integer',
    example: 40,
    description:
      'De-provisionings that it asked for and that were held; each is in the list of holds of the run',
  })
  held!: number;

  @ApiProperty({ type: 'integer', example: 0, description: 'Of the held, those that wait for a decision' })
  heldOpen!: number;

  @ApiProperty({
    type: 'integer',
    example: 30,
    description: 'Of the held, those that were released later; not in `deprovisioned`',
  })
  heldReleased!: number;

  @ApiProperty({ type: 'integer', example: 8, description: 'Of the held' })
  heldRejected!: number;

  @ApiProperty({
    type: 'integer',
    example: 2,
    description: 'Of the held: a later call said that they are active',
  })
  heldWithdrawn!: number;

  @ApiProperty({ type: 'integer', example: 48211, description: 'From its first call to its last one' })
  durationMs!: number;

  @ApiProperty({
    type: UsualRunDto,
    nullable: true,
    description: 'null when fewer than three such runs came before it',
  })
  usual!: UsualRunDto | null;

  @ApiProperty({
    type: () => RefusedFinishDto,
    nullable: true,
    description: 'Why the last call to finish it was refused; null when none was, or it was finished since',
  })
  refusedFinish!: RefusedFinishDto | null;

  @ApiProperty({
    enum: UNDONE,
    nullable: true,
    description: 'part: no undo of all of it came to its end; null: nothing of it was undone',
  })
  undone!: Undone | null;

  @ApiProperty({
    description:
      'Whether an undo of all of it has put back everything that it did, and neither was taken back nor followed by ' +
      'another call or change of the run, such as the release of a hold',
  })
  isPutBack!: boolean;
}

/** What was chosen of a run; without a member, all. */
export class UndonePartDto {
  @ApiPropertyOptional({ enum: CHANGE_KINDS })
  kind?: string;

  @ApiPropertyOptional({ example: 'degree', description: 'This field alone was put back' })
  field?: string;

  @ApiPropertyOptional({ type: 'integer', example: 3, description: 'People who were named' })
  users?: number;
}

/** An undo of a run or of a part of it. */
export class RunUndoneDto {
  @ApiProperty({ format: 'date-time' })
  at!: string;

  @ApiProperty({ example: 'admin:951000001' })
  actor!: string;

  @ApiProperty({ example: 'Ann Lee' })
  actorLabel!: string;

  @ApiProperty({ type: UndonePartDto, nullable: true, description: 'null: all of the run' })
  part!: UndonePartDto | null;

  @ApiProperty({ type: 'integer', example: 412, description: 'People who had something put back' })
  putBack!: number;

  @ApiProperty({ description: 'false: it goes on, or it was interrupted and may be repeated' })
  isFinished!: boolean;
}

export function presentRunUndone(undo: RunUndo, actorLabel: string): RunUndoneDto {
  const { at, actor, part, putBack, isFinished } = undo;
  return { at: at.toISOString(), actor, actorLabel, part, putBack, isFinished };
}

/** All about a run but its lists. */
export class RunPageDto extends RunRowDto {
  @ApiProperty({
    type: FailureCauseDto,
    isArray: true,
    description: 'Those of most rows first; at most a hundred',
  })
  causes!: FailureCauseDto[];

  @ApiProperty({ type: 'integer', example: 5, description: 'Failed rows that can be read' })
  failedKept!: number;

  @ApiProperty({
    type: 'integer',
    example: 0,
    description: 'Failed rows beyond the 10,000 that are kept of a run, or older than 90 days',
  })
  failedNotKept!: number;

  @ApiProperty({
    type: 'integer',
    example: 0,
    description: 'Failed rows about users who are erased, of which nothing is kept',
  })
  failedOfErased!: number;

  @ApiProperty({ type: RunFinishDto, nullable: true, description: 'null when it was not finished' })
  finish!: RunFinishDto | null;

  @ApiProperty({ type: String, nullable: true, description: 'The run that undid this one, if there is one' })
  undoneBy!: string | null;

  @ApiProperty({
    description: 'Whether no undo of all of it was finished: only parts were put back, or it was interrupted',
  })
  isPartlyUndone!: boolean;

  @ApiProperty({
    type: RunUndoneDto,
    isArray: true,
    description: 'The last 50 undos of it, the latest first',
  })
  undos!: RunUndoneDto[];

  @ApiProperty({ type: String, nullable: true, description: 'The run that this one undid, if it is an undo' })
  undoes!: string | null;
}

export class RunChangesQueryDto extends ListSortedBy('at') {}

/** What a run changed of a person. */
export class RunChangeDto extends UserChangeDto {
  @ApiProperty({ example: '950000001' })
  userId!: string;

  @ApiProperty({ type: String, nullable: true, example: 'Ann Lee' })
  userName!: string | null;
}

export function presentRunChange(
  entry: UserHistoryEntry,
  actorLabel: string,
  userName: string | null,
): RunChangeDto {
  return { ...presentUserChange(entry, actorLabel), userId: entry.userId, userName };
}

export class RunFailuresQueryDto extends ListSortedBy('at') {
  @QueryText(255, 'The rows of one cause')
  cause?: string;
}

/** A failed row, with the run and the label of its sender. */
export class AdminFailedRowDto extends FailedRowDto {
  @ApiProperty({ type: String, nullable: true, description: 'null: the call named none' })
  run!: string | null;

  @ApiProperty({ example: 'SIS nightly' })
  actorLabel!: string;

  @ApiProperty({ type: TranslationsDto, description: 'The sentence in other languages' })
  translations!: TranslationsDto;

  @ApiProperty({ type: String, nullable: true, example: 'Ann Lee', description: 'Of the user with userId' })
  userName!: string | null;
}

export function presentAdminFailedRow(
  row: FailedRow,
  actorLabel: string,
  userName: string | null,
): AdminFailedRowDto {
  const translations = translationsOfRow(row, row.sentences?.reason);
  return { ...presentFailedRow(row), run: row.run, actorLabel, userName, translations };
}

/** The name of the run, typed, since this call changes many people. */
export class UndoRunDto {
  @Text(100, { required: true, example: 'nightly-1122', description: 'The name of the run' })
  confirm!: string;

  @OneOf(CHANGE_KINDS, { description: 'The people to whom the run did this' })
  kind?: ChangeKind;

  @OneOf(CHANGED_FIELDS, {
    description: 'The people who had this field changed by it; it alone is put back',
  })
  field?: string;

  @Selection(USER_ID, '950000001', { isOptional: true })
  userIds?: string[];
}
