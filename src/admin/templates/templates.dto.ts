import { ApiProperty } from '@nestjs/swagger';

import { Identifier, SnakeCase, Text } from '../../http/fields/fields.js';
import { TemplateMilestoneDto } from '../../progress/dto/template.dto.js';
import { QueryText } from '../../http/fields/query-fields.js';
import { ListSortedBy } from '../../http/lists/list-query.js';

export class TemplateListQueryDto extends ListSortedBy('programName') {}

export class ProgramListQueryDto extends ListSortedBy('name', 'programId') {
  @QueryText(255, 'A part of the name or of the ID')
  q?: string;
}

export class TemplatePathDto {
  @Identifier(64, {
    required: true,
    description: 'The ID of a program, or _all for all programs without a template of their own',
    example: '_all',
  })
  programId!: string;
}

/** The milestones with which students of a program begin. */
export class TemplateDto {
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'null: all programs without a template of their own',
  })
  programId!: string | null;

  @ApiProperty({ type: String, nullable: true })
  programName!: string | null;

  @ApiProperty({ type: TemplateMilestoneDto, isArray: true })
  milestones!: TemplateMilestoneDto[];

  @ApiProperty({
    description: 'True when no template is set here, and that of the tenant or the built-in one applies',
  })
  isDefault!: boolean;
}

export class ProgramDto {
  @ApiProperty({ example: 'edd-leadership' })
  programId!: string;

  @ApiProperty({ example: 'Doctor of Education in Leadership' })
  name!: string;
}

/** The milestone whose name students get. */
export class RenameMilestoneDto {
  @SnakeCase(64, { required: true, example: 'final_defense' })
  code!: string;

  @Text(255, {
    required: true,
    description: 'The name that the template has; one that it does not have any more is refused',
    example: 'Final defence',
  })
  name!: string;
}

class NameOfMilestoneDto {
  @ApiProperty({ example: 'Final defense' })
  name!: string;

  @ApiProperty({ type: 'integer', example: 30 })
  students!: number;
}

/** How far students have got the name that the template gives a milestone. */
export class RenameDto {
  @ApiProperty({ example: 'Final defence' })
  name!: string;

  @ApiProperty({ type: 'integer', description: 'Students who had another name', example: 412 })
  total!: number;

  @ApiProperty({ type: 'integer', description: 'Of these, those who have this one', example: 412 })
  done!: number;

  @ApiProperty({ format: 'date-time' })
  startedAt!: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'null while it runs' })
  finishedAt!: string | null;
}

class MilestoneRenameDto {
  @ApiProperty({ example: 'final_defense' })
  code!: string;

  @ApiProperty({ type: RenameDto, description: 'The last rename' })
  rename!: RenameDto;
}

/** How far the renames of a template are. */
export class TemplateRenamesDto {
  @ApiProperty({
    type: MilestoneRenameDto,
    isArray: true,
    description: 'Of each milestone that was renamed',
  })
  milestones!: MilestoneRenameDto[];
}

/** Who has a milestone of the template. */
class MilestoneStudentsDto {
  @ApiProperty({ example: 'final_defense' })
  code!: string;

  @ApiProperty({ type: 'integer', description: 'Students who have it, under any name', example: 412 })
  students!: number;

  @ApiProperty({
    type: 'integer',
    description: 'Of these, those who have it under another name',
    example: 30,
  })
  underOtherNames!: number;

  @ApiProperty({
    type: NameOfMilestoneDto,
    isArray: true,
    description: 'The other names; the most frequent first, at most 10',
  })
  otherNames!: NameOfMilestoneDto[];

  @ApiProperty({ type: RenameDto, nullable: true, description: 'The last rename; null: there was none' })
  rename!: RenameDto | null;
}

export class TemplateStudentsDto {
  @ApiProperty({ type: 'integer', description: 'Students for whom the template applies', example: 950 })
  students!: number;

  @ApiProperty({
    type: MilestoneStudentsDto,
    isArray: true,
    description: 'Of each milestone of the template',
  })
  milestones!: MilestoneStudentsDto[];
}
