import { ApiProperty, OmitType, PickType } from '@nestjs/swagger';

import { QueryOneOf, QueryText, QueryValue } from '../../http/fields/query-fields.js';
import { ListMetaDto, ListQueryDto } from '../../http/lists/list-query.js';
import type { IdentityConflictEntry } from '../../identity/conflicts/identity-conflict.entity.js';
import type { GroupRow } from '../../submissions/discrepancies/groups/discrepancy-groups.js';
import type { UnusedRule } from '../../submissions/discrepancies/rules/unused-rules.js';
import type { HeldRequest } from '../../users/deprovisioning-limits/held-request.entity.js';
import { QueryRole } from '../../users/model/dto/query-role.js';
import { ACCOUNT_TYPES, type AccountType } from '../../users/model/account.js';
import { RuleDto } from '../discrepancies/discrepancy-rules.dto.js';
import { PersonInViewDto } from '../people-in-view.js';
import {
  DECISION_KINDS,
  DECISION_REASONS,
  type DecisionKind,
  type DecisionReason,
  FORM_DIFFERS,
  type ReasonCount,
  RULE_UNUSED,
} from './lanes.js';

const OF_PEOPLE = 'what is about no stored user is left out';
const NO_ACCOUNT_TYPES = `must be one or more of ${ACCOUNT_TYPES.join(', ')}, separated by commas`;

/** Some account types, such as `Student,Staff`. */
function accountTypesOf(text: string): readonly AccountType[] | undefined {
  const types = text.split(',').map((name) => ACCOUNT_TYPES.find((type) => type === name.trim()));
  return types.includes(undefined) ? undefined : types.filter((type) => type !== undefined);
}

export class DecisionListQueryDto extends OmitType(ListQueryDto, ['order']) {
  @QueryOneOf(DECISION_KINDS, 'default: all')
  kind?: DecisionKind;

  @QueryOneOf(DECISION_REASONS, 'default: all')
  reason?: DecisionReason;

  @QueryValue(
    'isAccountTypes',
    { type: String, example: 'Student,Staff', description: `One or several account types; ${OF_PEOPLE}` },
    (text) => {
      const value = accountTypesOf(text);
      return value === undefined ? { problem: NO_ACCOUNT_TYPES } : { value };
    },
  )
  accountType?: readonly AccountType[];

  @QueryRole()
  role?: string;

  @QueryText(200, `The ID or the name of a program; ${OF_PEOPLE}`)
  program?: string;
}

/** What is asked in a conflict. */
export class ConflictInViewDto {
  @ApiProperty({ example: 'S-77', description: 'The externalId that was sent, or the ID of the user' })
  subject!: string;

  @ApiProperty({
    type: () => PersonInViewDto,
    nullable: true,
    description: 'Who has the address or the number; null where there is no other user',
  })
  owner!: PersonInViewDto | null;

  @ApiProperty({ type: 'integer', example: 3, description: 'How often it was asked' })
  count!: number;
}

/** What differs in a group of discrepancies. */
export class GroupInViewDto {
  @ApiProperty({ example: 'program_transfer' })
  formType!: string;

  @ApiProperty({ example: 'schoolProgram' })
  field!: string;

  @ApiProperty({ example: 'Education (EdD)' })
  submitted!: string;

  @ApiProperty({ type: 'integer', example: 38, description: 'Each of another submission' })
  discrepancies!: number;
}

/** What a rule has decided so far. */
export class RuleInViewDto extends PickType(RuleDto, [
  'formType',
  'field',
  'submitted',
  'recorded',
  'anyRecorded',
  'resolution',
  'applied',
  'lastAppliedAt',
]) {}

/** Something that waits for a decision. */
export class DecisionRowDto {
  @ApiProperty({ enum: [...DECISION_KINDS] })
  kind!: DecisionKind;

  @ApiProperty({
    example: 'hd_00112233445566778899aabbcc',
    description: 'Of the hold (hd_), the conflict (cf_), the rule (dr_) or the group of discrepancies',
  })
  id!: string;

  @ApiProperty({ enum: [...DECISION_REASONS], description: 'Why it waits' })
  reason!: DecisionReason;

  @ApiProperty({
    format: 'date-time',
    description: 'When it was held, asked or found first, or a rule was unused for long',
  })
  waitingSince!: string;

  @ApiProperty({
    type: () => PersonInViewDto,
    nullable: true,
    description:
      'Whom it is about; null for a group of discrepancies or a rule, and for who is not stored any more',
  })
  person!: PersonInViewDto | null;

  @ApiProperty({ type: String, nullable: true, description: 'The run that asked last' })
  run!: string | null;

  @ApiProperty({ type: () => ConflictInViewDto, nullable: true, description: 'Of a conflict' })
  conflict!: ConflictInViewDto | null;

  @ApiProperty({ type: () => GroupInViewDto, nullable: true, description: 'Of a group of discrepancies' })
  group!: GroupInViewDto | null;

  @ApiProperty({ type: () => RuleInViewDto, nullable: true, description: 'Of a rule about discrepancies' })
  rule!: RuleInViewDto | null;
}

export class ReasonCountDto implements ReasonCount {
  @ApiProperty({ enum: [...DECISION_KINDS] })
  kind!: DecisionKind;

  @ApiProperty({ enum: [...DECISION_REASONS] })
  reason!: DecisionReason;

  @ApiProperty({ type: 'integer', example: 40 })
  count!: number;
}

export class DecisionListMetaDto extends ListMetaDto {
  @ApiProperty({
    type: ReasonCountDto,
    isArray: true,
    description: 'What the list would have with each reason, and the other filters on people as they are',
  })
  counts!: ReasonCountDto[];
}

type People = ReadonlyMap<string, PersonInViewDto>;

export function presentWaitingHold(
  { id, reason, requestedAt, userId, run }: HeldRequest,
  people: People,
): DecisionRowDto {
  const person = people.get(userId) ?? null;
  const waitingSince = requestedAt.toISOString();
  return { kind: 'hold', id, reason, waitingSince, person, run, conflict: null, group: null, rule: null };
}

export function presentWaitingConflict(
  { id, kind: reason, firstAt, userId, ownerId, subject, count, run }: IdentityConflictEntry,
  people: People,
): DecisionRowDto {
  const owner = people.get(ownerId ?? '') ?? null;
  return {
    kind: 'conflict',
    id,
    reason,
    waitingSince: firstAt.toISOString(),
    person: people.get(userId) ?? null,
    run,
    conflict: { subject, owner, count },
    group: null,
    rule: null,
  };
}

export function presentWaitingGroup({ group, example }: GroupRow): DecisionRowDto {
  const { formType, field, submitted, createdAt } = example;
  const { groupKey, discrepancies } = group;
  return {
    kind: 'discrepancy',
    id: groupKey,
    reason: FORM_DIFFERS,
    waitingSince: createdAt.toISOString(),
    person: null,
    run: null,
    conflict: null,
    group: { formType, field, submitted, discrepancies },
    rule: null,
  };
}

export function presentWaitingRule({ rule, waitingSince }: UnusedRule): DecisionRowDto {
  const { formType, field, submitted, recorded, anyRecorded, resolution, applied, lastAppliedAt } = rule;
  return {
    kind: 'rule',
    id: rule.id,
    reason: RULE_UNUSED,
    waitingSince: waitingSince.toISOString(),
    person: null,
    run: null,
    conflict: null,
    group: null,
    rule: {
      formType,
      field,
      submitted,
      recorded,
      anyRecorded,
      resolution,
      applied,
      lastAppliedAt: lastAppliedAt?.toISOString() ?? null,
    },
  };
}
