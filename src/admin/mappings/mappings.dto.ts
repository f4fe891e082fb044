import { ApiProperty } from '@nestjs/swagger';

import { Identifier, Text } from '../../http/fields/fields.js';
import { NestedList } from '../../http/fields/nested-list.js';
import { ListQueryDto, SortBy } from '../list-query.js';

export class MappingListQueryDto extends ListQueryDto {
  @SortBy(['formType'])
  sort?: 'formType';
}

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

/** What the fields of a form type mean. */
export class MappingDto {
  @ApiProperty({ example: 'degree_change' })
  formType!: string;

  @ApiProperty({ type: FieldLinkDto, isArray: true })
  links!: FieldLinkDto[];

  @ApiProperty({ description: 'Whether the tenant has set nothing for this form type' })
  isDefault!: boolean;
}
