import { ApiProperty, OmitType } from '@nestjs/swagger';

import type { ReadEvent } from '../../audit/audit.service.js';
import {
  QueryFlag,
  QueryForm,
  QueryMoment,
  QueryText,
  QueryTimeZone,
  QueryValue,
} from '../../http/fields/query-fields.js';
import { Identifier } from '../../http/fields/fields.js';
import { RUN_NAME, RUN_NAME_RULE } from '../../tenancy/sync-run.js';
import { ListSortedBy } from '../../http/lists/list-query.js';

const ACTION = /^[a-z][a-z.-]{0,63}$/;
const CHANGES = { type: 'object', additionalProperties: true, nullable: true } as const;

/** The column is ASCII: comparing it with other characters is a collation error. */
function ActionName(): PropertyDecorator {
  return QueryValue('isAction', { type: String, example: 'key.created' }, (value) =>
    ACTION.test(value) ? { value } : { problem: 'must be the name of an action, such as key.created' },
  );
}

export class AuditQueryDto extends ListSortedBy('at') {
  @QueryText(128, 'key:<apiKey>, admin:<user id>, terminal')
  actor?: string;

  @ActionName()
  action?: string;

  @QueryText(128, 'The target of the action: user:950000001, key:<apiKey>')
  target?: string;

  @QueryForm(RUN_NAME, 'nightly-2026-11-20', `must be ${RUN_NAME_RULE}`)
  run?: string;

  @QueryMoment('At or after this moment')
  from?: Date;

  @QueryMoment('Before this moment')
  to?: Date;

  @QueryFlag(
    'Only the first entry of an act on many people or items; default false. With target it has no effect',
  )
  byAct?: boolean;
}

/** The filters of the list. */
export class AuditFilterDto extends OmitType(AuditQueryDto, ['page', 'perPage', 'sort', 'order', 'byAct']) {}

export class AuditExportQueryDto extends AuditFilterDto {
  @QueryTimeZone('In which times are written; default UTC')
  timeZone?: string;
}

export class AuditEventPathDto {
  @Identifier(20, { required: true, example: '4711' })
  id!: string;
}

/** What an entry about a discrepancy or a rule is about; it is no part of the entry. */
export class AuditValuesDto {
  @ApiProperty({ type: String, nullable: true, description: 'Null of a rule: whatever is submitted' })
  submitted!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'At the comparison; null of a rule: nothing, or with anyRecorded of the entry whatever is recorded',
  })
  recorded!: string | null;
}

export class AuditEventDto {
  @ApiProperty({ example: '4711' })
  id!: string;

  @ApiProperty({ format: 'date-time' })
  at!: string;

  @ApiProperty({ example: 'admin:951000001' })
  actor!: string;

  @ApiProperty({ example: 'Ann Lee' })
  actorLabel!: string;

  @ApiProperty({ example: 'user.status-changed' })
  action!: string;

  @ApiProperty({ example: 'user:950000001' })
  target!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'Mei Quartz',
    description:
      'The name of the person, the label of the key or the identity provider, and of a submission or a discrepancy ' +
      'the name of the student; null for anything else, and for what is no longer stored',
  })
  targetLabel!: string | null;

  @ApiProperty({ ...CHANGES, description: 'The changed values before the action' })
  before!: Record<string, unknown> | null;

  @ApiProperty({ ...CHANGES, description: 'The changed values after the action' })
  after!: Record<string, unknown> | null;

  @ApiProperty({
    type: AuditValuesDto,
    nullable: true,
    description:
      'Of a discrepancy or a rule, read from where it is stored; null for anything else, for what is no longer ' +
      'stored, and in files',
  })
  values!: AuditValuesDto | null;

  @ApiProperty({ type: String, nullable: true })
  address!: string | null;

  @ApiProperty()
  requestId!: string;

  @ApiProperty({ type: String, nullable: true, description: 'The run that the call named' })
  run!: string | null;

  @ApiProperty({
    type: 'integer',
    description: 'How many entries the act has, on its first one; 0 on the others',
    example: 1,
  })
  actEntries!: number;
}

export function presentEvent(
  event: ReadEvent,
  { actorLabel, targetLabel, values }: Pick<AuditEventDto, 'actorLabel' | 'targetLabel' | 'values'>,
): AuditEventDto {
  const { id, at, actor, action, target, before, after, address, requestId, run, actEntries } = event;
  return {
    id: String(id),
    at: at.toISOString(),
    actor,
    actorLabel,
    action,
    target,
    targetLabel,
    before,
    after,
    values,
    address,
    requestId,
    run,
    actEntries,
  };
}
