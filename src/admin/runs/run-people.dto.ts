import { ApiProperty } from '@nestjs/swagger';

import { QueryLimit, QueryOneOf, QueryValue } from '../../http/fields/query-fields.js';
import { CHANGE_KINDS, CHANGED_FIELDS, type ChangeKind } from '../../users/history/run-part.js';
import type { RunPerson } from '../../users/undo/run-people.service.js';
import { MOST_SELECTED, selectionProblem } from '../selection.js';
import { FieldChangeDto } from '../users/users.dto.js';

export const DEFAULT_LIMIT = 25;
const LARGEST_LIMIT = 100;
/** The ID of a user. */
export const USER_ID = /^[A-Za-z0-9._:-]{1,64}$/;

/** Which people of a run. */
export class RunPeopleFilterDto {
  @QueryOneOf(CHANGE_KINDS, 'People to whom the run did this')
  kind?: ChangeKind;

  @QueryOneOf(CHANGED_FIELDS, 'People who had this field changed by it')
  field?: string;
}

/** What an undo puts back: with a field this one alone, else all that the run did to the people. */
export class UndoQueryDto extends RunPeopleFilterDto {
  @QueryValue(
    'isSelection',
    { type: String, description: `IDs of 1 to ${MOST_SELECTED} people, separated by commas` },
    (text) => {
      const value = text.split(',').map((one) => one.trim());
      const problem = selectionProblem(value, USER_ID);
      return problem === undefined ? { value } : { problem };
    },
  )
  userIds?: string[];
}

export class RunPeopleQueryDto extends RunPeopleFilterDto {
  @QueryLimit(DEFAULT_LIMIT, LARGEST_LIMIT)
  limit?: number;

  @QueryValue('isCursor', { type: String, description: 'nextCursor of the page before' }, (value) => ({
    value,
  }))
  cursor?: string;
}

/** What a run did to a person, all its changes together. */
export class RunPersonDto {
  @ApiProperty({ example: '950000001' })
  userId!: string;

  @ApiProperty({ type: String, nullable: true, example: 'Ann Lee' })
  userName!: string | null;

  @ApiProperty({ enum: CHANGE_KINDS, isArray: true, description: 'An update also is a status that was set' })
  kinds!: ChangeKind[];

  @ApiProperty({
    type: FieldChangeDto,
    isArray: true,
    description: 'From the value before the run to the one after it; empty for a new user',
  })
  fields!: FieldChangeDto[];

  @ApiProperty({ format: 'date-time', description: 'The last change' })
  at!: string;

  @ApiProperty({ type: [String], example: ['degree'], description: 'The fields that an undo has put back' })
  undone!: string[];
}

export function presentRunPerson(person: RunPerson, userName: string | null): RunPersonDto {
  const { userId, kinds, fields, at, undone } = person;
  return {
    userId,
    userName,
    kinds: [...kinds],
    fields: [...fields],
    at: at.toISOString(),
    undone: [...undone],
  };
}

export class RunPeopleMetaDto {
  @ApiProperty({ type: 'integer', example: 25 })
  count!: number;

  @ApiProperty({ type: 'integer', example: 25 })
  limit!: number;

  @ApiProperty()
  hasMore!: boolean;

  @ApiProperty({ type: String, nullable: true })
  nextCursor!: string | null;
}

export class KindCountDto {
  @ApiProperty({ enum: CHANGE_KINDS })
  kind!: ChangeKind;

  @ApiProperty({ type: 'integer', example: 40 })
  people!: number;
}

export class FieldCountDto {
  @ApiProperty({ example: 'degree' })
  field!: string;

  @ApiProperty({ type: 'integer', example: 412 })
  people!: number;
}

/** How many people a run changed, for each value of a filter. */
export class RunPeopleCountsDto {
  @ApiProperty({ type: 'integer', example: 412, description: 'Those whom the list with these filters has' })
  people!: number;

  @ApiProperty({
    type: KindCountDto,
    isArray: true,
    description: 'Of the people with the field of the filter',
  })
  kinds!: KindCountDto[];

  @ApiProperty({
    type: FieldCountDto,
    isArray: true,
    description: 'Of the people of the kind of the filter; the field of most people first',
  })
  fields!: FieldCountDto[];

  @ApiProperty({
    type: 'integer',
    example: 0,
    description: 'People of the run, whatever the filters, who have had something put back by an undo',
  })
  undone!: number;
}
