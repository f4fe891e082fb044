import { ApiProperty } from '@nestjs/swagger';

import { Identifier } from '../../http/fields/fields.js';
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
