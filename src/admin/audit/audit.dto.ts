import { ApiProperty } from '@nestjs/swagger';

import type { AuditEvent } from '../../audit/audit-event.entity.js';
import { QueryValue } from '../../http/fields/query-fields.js';
import { ListQueryDto, QueryMoment, QueryText, SortBy } from '../list-query.js';

const ACTION = /^[a-z][a-z.-]{0,63}$/;
const CHANGES = { type: 'object', additionalProperties: true, nullable: true } as const;

export class AuditQueryDto extends ListQueryDto {
  @SortBy(['at'])
  sort?: 'at';

  @QueryText(128, 'key:<apiKey>, admin:<user id>, terminal')
  actor?: string;

  // The column is ASCII: comparing it with other characters is a collation error.
  @QueryValue('isAction', { type: String, example: 'key.created' }, (value) =>
    ACTION.test(value) ? { value } : { problem: 'must be the name of an action, such as key.created' },
  )
  action?: string;

  @QueryText(128, 'The target of the action: user:950000001, key:<apiKey>')
  target?: string;

  @QueryMoment('From this moment on')
  from?: Date;

  @QueryMoment('Before this moment')
  to?: Date;
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

  @ApiProperty({ ...CHANGES, description: 'The changed values before the action' })
  before!: Record<string, unknown> | null;

  @ApiProperty({ ...CHANGES, description: 'The changed values after the action' })
  after!: Record<string, unknown> | null;

  @ApiProperty({ type: String, nullable: true })
  address!: string | null;

  @ApiProperty()
  requestId!: string;
}

export function presentEvent(event: AuditEvent, actorLabels: ReadonlyMap<string, string>): AuditEventDto {
  const { id, at, actor, action, target, before, after, address, requestId } = event;
  const actorLabel = actorLabels.get(actor) ?? actor;
  return {
    id: String(id),
    at: at.toISOString(),
    actor,
    actorLabel,
    action,
    target,
    before,
    after,
    address,
    requestId,
  };
}
