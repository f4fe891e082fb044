import { Flag, SnakeCase, Text, WholeNumber } from '../../http/fields/fields.js';
import { DistinctBy, NestedList } from '../../http/fields/nested-list.js';

export class TemplateMilestoneDto {
  @SnakeCase(64, { required: true, example: 'proposal_defense' })
  code!: string;

  @Text(255, { required: true, example: 'Proposal defence' })
  name!: string;

  @WholeNumber(0, 1_000_000, { required: true, example: 80 })
  sequence!: number;

  @Flag({ required: true })
  required!: boolean;
}

/** A milestone template of a tenant or of one of its programs. */
export class TemplateFileDto {
  @NestedList(() => TemplateMilestoneDto, 200, { required: true })
  @DistinctBy('code')
  milestones!: TemplateMilestoneDto[];
}
