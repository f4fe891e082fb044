import { ApiProperty } from '@nestjs/swagger';

import type { LabelOf } from '../../actors/actor-labels.js';
import { ValidationFailed } from '../../errors/request.errors.js';
import { Flag, Identifier, OneOf, Text } from '../../http/fields/fields.js';
import { Pattern } from '../../http/fields/pattern.js';
import type { RuleValues } from '../../submissions/discrepancies/keys.js';
import type { RuleInput } from '../../submissions/discrepancies/rules/discrepancy-rules.service.js';
import { NO_FORM_TYPE } from '../../submissions/dto/submission.dto.js';
import type { DiscrepancyRule } from '../../submissions/entities/discrepancy-rule.entity.js';
import { type Resolution, RESOLUTIONS } from '../../submissions/entities/discrepancy.entity.js';
import { RECORD_FIELDS } from '../../submissions/mapping/record-fields.js';
import { QueryForm, QueryOneOf } from '../../http/fields/query-fields.js';
import { ListSortedBy } from '../../http/lists/list-query.js';
import { sentence } from '../../texts/sentence.js';
import { problemIn } from '../../errors/refusal.js';

const RULE_ID = /^dr_[0-9a-f]{26}$/;
const A_RULE = `dr_${'0123456789abc'.repeat(2)}`;
const STATUSES = ['in_force', 'removed'] as const;
/** As long as a value of a form may be. */
const LONGEST_VALUE = 16_384;

export class RuleListQueryDto extends ListSortedBy('createdAt') {
  @QueryOneOf(STATUSES, 'default in_force')
  status?: (typeof STATUSES)[number];

  @QueryForm(RULE_ID, A_RULE, 'must be the ID of a rule')
  id?: string;
}

export class RulePathDto {
  @Pattern(RULE_ID, 'must be the ID of a rule', { required: true, example: A_RULE })
  ruleId!: string;
}

/** Of a submitted value, the recorded values beside it that a rule is about. */
export class RecordedSideDto {
  @Text(LONGEST_VALUE, { description: 'The recorded value beside submitted; omitted: not set' })
  recorded?: string | null;

  @Flag({ description: 'The rule is about submitted whatever is recorded; recorded is not looked at' })
  anyRecorded?: boolean;
}

export class CreateRuleDto extends RecordedSideDto {
  @Identifier(64, {
    required: true,
    isUnmistakable: true,
    reserved: NO_FORM_TYPE,
    example: 'program_transfer',
  })
  formType!: string;

  @OneOf(RECORD_FIELDS, { required: true, description: 'The record field', example: 'schoolProgram' })
  field!: string;

  @Text(LONGEST_VALUE, { description: 'Only this submitted value; omitted: all values' })
  submitted?: string | null;

  @OneOf(RESOLUTIONS, { required: true, example: 'accept_submitted' })
  resolution!: Resolution;

  @Text(2000, { description: 'Kept with each decision of the rule' })
  note?: string | null;
}

/** A decision that holds from then on. */
export class RuleDto {
  @ApiProperty({ example: A_RULE })
  id!: string;

  @ApiProperty({ example: 'program_transfer' })
  formType!: string;

  @ApiProperty({ example: 'schoolProgram' })
  field!: string;

  @ApiProperty({ type: String, nullable: true, description: 'Only this submitted value; null: all values' })
  submitted!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'The recorded value beside submitted' })
  recorded!: string | null;

  @ApiProperty({ description: 'It is about submitted whatever is recorded' })
  anyRecorded!: boolean;

  @ApiProperty({ enum: [...RESOLUTIONS] })
  resolution!: Resolution;

  @ApiProperty({ type: String, nullable: true })
  note!: string | null;

  @ApiProperty({ enum: [...STATUSES] })
  status!: (typeof STATUSES)[number];

  @ApiProperty({ type: 'integer', description: 'How many discrepancies it has decided', example: 38 })
  applied!: number;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  lastAppliedAt!: string | null;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  @ApiProperty({ example: 'Ann Lee' })
  createdByLabel!: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When an administrator has last kept it in force',
  })
  keptAt!: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  removedAt!: string | null;

  @ApiProperty({ type: String, nullable: true })
  removedByLabel!: string | null;
}

function withoutSubmitted(field: 'recorded' | 'anyRecorded'): ValidationFailed {
  const rule = sentence('is for a rule about a submitted value: send submitted too, or omit {field}', {
    field,
  });
  return new ValidationFailed([problemIn(field, 'isAllowed', rule)]);
}

/**
 * What a rule is about; null is all submitted values.
 * @throws {ValidationFailed} when it names recorded values of no submitted value
 */
export function valuesOf(
  submitted: string | null,
  { recorded = null, anyRecorded = false }: RecordedSideDto,
): RuleValues {
  if (submitted !== null) return { submitted, recorded: anyRecorded ? null : recorded, anyRecorded };
  if (anyRecorded) throw withoutSubmitted('anyRecorded');
  if (recorded !== null) throw withoutSubmitted('recorded');
  return { submitted, recorded, anyRecorded };
}

export function inputOf({ formType, field, submitted = null, ...more }: CreateRuleDto): RuleInput {
  const { resolution, note = null } = more;
  return { formType, field, resolution, note, values: valuesOf(submitted, more) };
}

export function presentRule(rule: DiscrepancyRule, labelOf: LabelOf): RuleDto {
  const { id, formType, field, submitted, recorded, anyRecorded, resolution, note, applied } = rule;
  const { lastAppliedAt, createdAt, createdBy, keptAt, deletedAt, deletedBy } = rule;
  return {
    id,
    formType,
    field,
    submitted,
    recorded,
    anyRecorded,
    resolution,
    note,
    status: deletedAt === null ? 'in_force' : 'removed',
    applied,
    lastAppliedAt: lastAppliedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    createdByLabel: labelOf(createdBy),
    keptAt: keptAt?.toISOString() ?? null,
    removedAt: deletedAt?.toISOString() ?? null,
    removedByLabel: labelOf(deletedBy),
  };
}
