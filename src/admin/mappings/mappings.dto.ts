import { ApiProperty, IntersectionType } from '@nestjs/swagger';

import { Identifier, Text } from '../../http/fields/fields.js';
import { NestedList } from '../../http/fields/nested-list.js';
import { RECORD_FIELDS } from '../../submissions/mapping/record-fields.js';
import { ListMetaDto, ListSortedBy } from '../../http/lists/list-query.js';

export class MappingListQueryDto extends ListSortedBy('formType') {}

export class MappingPathDto {
  @Identifier(64, { required: true, example: 'degree_change' })
  formType!: string;
}

export class FieldLinkDto {
  @Text(255, { required: true, example: 'Degree sought' })
  formField!: string;

  @Text(64, { required: true, description: 'A record field; see meta.recordFields', example: 'degree' })
  target!: string;
}

export class PutMappingDto {
  @NestedList(() => FieldLinkDto, 100, { required: true })
  links!: FieldLinkDto[];
}

/** The mapping of a form type. */
export class MappingDto {
  @ApiProperty({ example: 'degree_change' })
  formType!: string;

  @ApiProperty({ type: FieldLinkDto, isArray: true })
  links!: FieldLinkDto[];

  @ApiProperty({ description: 'Whether the tenant has set nothing for this form type' })
  isDefault!: boolean;
}

/** The choices of an editor of mappings. */
export class MappingMetaDto {
  @ApiProperty({
    enum: [...RECORD_FIELDS],
    isArray: true,
    description: 'The record fields to which a form field can be linked',
  })
  recordFields!: readonly string[];

  @ApiProperty({ type: FieldLinkDto, isArray: true, description: 'For form types without a mapping' })
  defaultLinks!: readonly FieldLinkDto[];
}

export class MappingListMetaDto extends IntersectionType(ListMetaDto, MappingMetaDto) {}
