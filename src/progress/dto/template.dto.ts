import { Flag, SnakeCase, Text, WholeNumber } from '../../http/fields/fields.js';
import { DistinctBy, NestedList } from '../../http/fields/nested-list.js';

/** 100 years. */
const LONGEST_OFFSET = 36_525;

export class TemplateMilestoneDto {
  @SnakeCase(64, { required: true, example: 'proposal_defense' })
  code!: string;

  @Text(255, { required: true, example: 'Proposal defence' })
  name!: string;

  @WholeNumber(0, 1_000_000, { required: true, example: 80 })
  sequence!: number;

  @Flag({ required: true })
  required!: boolean;

  @WholeNumber(0, LONGEST_OFFSET, {
    description:
      "Due so many days after the first day of the student's month of entry, where a student gets the milestone and " +
      'no date is given. A date that is given is never replaced. Null: no due date.',
    example: 730,
  })
  dueAfterDays?: number | null;
}

/** A milestone template of a tenant or of one of its programs. */
export class TemplateFileDto {
  @NestedList(() => TemplateMilestoneDto, 200, { required: true })
  @DistinctBy('code')
  milestones!: TemplateMilestoneDto[];
}
