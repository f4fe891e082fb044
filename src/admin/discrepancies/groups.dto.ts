import { ApiProperty, IntersectionType } from '@nestjs/swagger';

import { ERROR_STATUS, type ErrorCode } from '../../errors/refusal.js';
import { OneOf, Text } from '../../http/fields/fields.js';
import { NestedList } from '../../http/fields/nested-list.js';
import { Pattern } from '../../http/fields/pattern.js';
import { ListSortedBy } from '../../http/lists/list-query.js';
import type { Chosen } from '../../submissions/discrepancies/groups/chosen.js';
import { ResolveDiscrepancyDto } from '../../submissions/dto/submission.dto.js';
import { type Resolution, RESOLUTIONS } from '../../submissions/entities/discrepancy.entity.js';
import { MOST_SELECTED, Selection } from '../selection.js';
import { A_GROUP, GROUP_KEY } from './discrepancies.dto.js';
import { AN_END, END_OF_PREVIEW, readEnd } from './end-of-preview.js';
import { RecordedSideDto } from './discrepancy-rules.dto.js';
import { WaitingFilterDto } from './waiting.dto.js';

/** The most groups of other fields that are decided with the chosen ones. */
const MOST_ALSO = 500;
const COUNT = { type: 'integer', example: 40 } as const;

export class DiscrepancyGroupsQueryDto extends IntersectionType(
  ListSortedBy('discrepancies'),
  WaitingFilterDto,
) {}

/** A recorded value of a group. */
export class RecordedValueDto {
  @ApiProperty({ type: String, nullable: true, description: 'Null: not set' })
  value!: string | null;

  @ApiProperty(COUNT)
  submissions!: number;
}

/** A field that submissions of a group wait for. */
export class WaitingFieldDto {
  @ApiProperty({ description: 'The record field', example: 'programId' })
  field!: string;

  @ApiProperty(COUNT)
  submissions!: number;
}

class GroupFactsDto {
  @ApiProperty({ example: A_GROUP })
  groupKey!: string;

  @ApiProperty({ example: 'program_transfer' })
  formType!: string;

  @ApiProperty({ description: 'The record field', example: 'schoolProgram' })
  field!: string;

  @ApiProperty({ example: 'edd-leadership' })
  submitted!: string;

  @ApiProperty({ type: 'integer', description: 'How many values the records have there', example: 4 })
  recordedValues!: number;
}

/** Open discrepancies with the same form type, field and submitted value, whatever is recorded. */
export class DiscrepancyGroupDto extends GroupFactsDto {
  @ApiProperty({ type: RecordedValueDto, isArray: true, description: 'The most frequent ones' })
  recorded!: RecordedValueDto[];

  @ApiProperty({ ...COUNT, description: 'How many are open, each of another submission' })
  discrepancies!: number;

  @ApiProperty({
    type: WaitingFieldDto,
    isArray: true,
    description: 'What else is open of these submissions',
  })
  alsoOpen!: WaitingFieldDto[];

  @ApiProperty({ format: 'date-time', description: 'When the first one was found' })
  waitingSince!: string;
}

class ChosenGroupsDto {
  @Selection(GROUP_KEY, A_GROUP)
  groupKeys!: string[];

  @Selection(GROUP_KEY, A_GROUP, {
    isOptional: true,
    most: MOST_ALSO,
    description: 'Groups of other fields; only those of the same submissions are decided',
  })
  alsoGroupKeys?: string[];
}

export class PreviewGroupsDto extends ChosenGroupsDto {
  @OneOf(RESOLUTIONS, { description: 'Omitted: the record stays as it is', example: 'accept_submitted' })
  resolution?: Resolution;
}

/** A group that was chosen. */
export class ChosenGroupDto extends GroupFactsDto {
  @ApiProperty(COUNT)
  submissions!: number;

  @ApiProperty({ type: RecordedValueDto, isArray: true, description: 'The most frequent ones' })
  recorded!: RecordedValueDto[];
}

/** A group of another field, as far as the submissions of the chosen groups are in it. */
export class AlsoGroupDto {
  @ApiProperty({ example: A_GROUP })
  groupKey!: string;

  @ApiProperty({ example: 'P-9' })
  submitted!: string;

  @ApiProperty(COUNT)
  submissions!: number;

  @ApiProperty({ type: 'integer', description: 'How many values the records have there', example: 4 })
  recordedValues!: number;

  @ApiProperty({ type: RecordedValueDto, isArray: true, description: 'The most frequent ones' })
  recorded!: RecordedValueDto[];
}

/** Another field that is open in submissions of the chosen groups. */
export class AlsoOpenDto extends WaitingFieldDto {
  @ApiProperty({ type: AlsoGroupDto, isArray: true, description: `The largest, at most ${MOST_SELECTED}` })
  groups!: AlsoGroupDto[];
}

/** What follows from a decision about groups. */
export class GroupsPreviewDto {
  @ApiProperty({ type: ChosenGroupDto, isArray: true })
  groups!: ChosenGroupDto[];

  @ApiProperty({ type: AlsoOpenDto, isArray: true })
  alsoOpen!: AlsoOpenDto[];

  @ApiProperty({
    ...COUNT,
    description: 'How many discrepancies would be decided, without refused submissions',
  })
  discrepancies!: number;

  @ApiProperty({ ...COUNT, description: 'Of how many submissions' })
  submissions!: number;

  @ApiProperty({ ...COUNT, description: 'How many records would change' })
  records!: number;

  @ApiProperty({ ...COUNT, description: 'Submissions that would wait for no other decision' })
  free!: number;

  @ApiProperty({ ...COUNT, description: 'Submissions that would still wait' })
  waiting!: number;

  @ApiProperty({ type: WaitingFieldDto, isArray: true, description: 'What they would wait for' })
  waitingFor!: WaitingFieldDto[];

  @ApiProperty({
    ...COUNT,
    description: 'Submissions that would stay as they are: the record refuses a value',
  })
  refused!: number;

  @ApiProperty({
    description: 'newest of the decision: what is found or changed later is left open',
    example: AN_END,
  })
  newest!: string;
}

/** A rule of the same decision about a group, which may have one for each of its recorded values. */
export class GroupRuleDto extends RecordedSideDto {
  @Pattern(GROUP_KEY, 'must be the groupKey of a group', { required: true, example: A_GROUP })
  groupKey!: string;
}

export class ResolveGroupsDto extends IntersectionType(ResolveDiscrepancyDto, ChosenGroupsDto) {
  @Pattern(END_OF_PREVIEW, 'must be newest of a preview', {
    required: true,
    description:
      'newest of the preview: what was found later, or whose record was changed later, is left open',
    example: AN_END,
  })
  newest!: string;

  @NestedList(() => GroupRuleDto, MOST_SELECTED, {
    description:
      'Rules to make of these groups before anything is decided, all or none; one for each recorded value of a group',
  })
  rules?: GroupRuleDto[];

  @Text(4096, {
    description: `nextCursor of the answer before: one call decides about ${MOST_SELECTED} submissions at most`,
  })
  cursor?: string | null;
}

/** A submission that could not be decided; it stays as it is. */
export class GroupFailureDto {
  @ApiProperty({ example: 'sub-77' })
  submissionId!: string;

  @ApiProperty({ type: String, isArray: true, example: ['degree'], description: 'What stays open' })
  fields!: string[];

  @ApiProperty({ enum: Object.keys(ERROR_STATUS) })
  code!: ErrorCode;

  @ApiProperty()
  message!: string;
}

export class GroupsResolvedDto {
  @ApiProperty({ ...COUNT, description: 'How many discrepancies this call has decided' })
  resolved!: number;

  @ApiProperty({
    type: String,
    isArray: true,
    example: ['12'],
    description: 'Their IDs, by which they are taken back',
  })
  decided!: string[];

  @ApiProperty({ ...COUNT, description: 'Of how many submissions' })
  submissions!: number;

  @ApiProperty({ type: 'integer', description: 'How many rules it has made', example: 1 })
  rules!: number;

  @ApiProperty({ type: GroupFailureDto, isArray: true })
  failures!: GroupFailureDto[];

  @ApiProperty({ type: String, nullable: true, description: 'cursor of the next call; null: that was all' })
  nextCursor!: string | null;
}

export function groupsIn({
  groupKeys,
  alsoGroupKeys = [],
}: ChosenGroupsDto): Pick<Chosen, 'groupKeys' | 'alsoGroupKeys'> {
  return { groupKeys, alsoGroupKeys };
}

export function chosenIn(body: ResolveGroupsDto): Chosen {
  return { ...groupsIn(body), ...readEnd(body.newest) };
}
