import { ApiProperty } from '@nestjs/swagger';

import { INCIDENT_ENDS, type IncidentEnd } from '../../alerts/entities/alert-incident.entity.js';
import {
  MESSAGE_PHASES,
  MESSAGE_STATUSES,
  type MessagePhase,
  type MessageStatus,
} from '../../alerts/entities/alert-message.entity.js';
import { INCIDENT_STATES, type IncidentState } from '../../alerts/incidents/alert-incidents.repository.js';
import type { IncidentWithMessages } from '../../alerts/incidents/alert-incidents.service.js';
import { KIND_NAMES, specOf } from '../../alerts/kinds/kinds.js';
import { QueryOneOf } from '../../http/fields/query-fields.js';
import { ListMetaDto, ListSortedBy } from '../../http/lists/list-query.js';

export class AlertListQueryDto extends ListSortedBy('openedAt') {
  @QueryOneOf(INCIDENT_STATES, 'default: all')
  state?: IncidentState;

  @QueryOneOf(KIND_NAMES, 'default: all')
  kind?: string;
}

class AlertMessageDto {
  @ApiProperty({ enum: [...MESSAGE_PHASES] })
  phase!: MessagePhase;

  @ApiProperty({ example: 'it@example.edu' })
  recipient!: string;

  @ApiProperty({ enum: [...MESSAGE_STATUSES], description: 'expired: it could not be sent for three days' })
  status!: MessageStatus;

  @ApiProperty({ type: 'integer', example: 1 })
  attempts!: number;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Of a waiting message: not before; null when it does not wait',
  })
  dueAt!: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  sentAt!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'The mail server did not answer in time.' })
  lastError!: string | null;
}

/** An incident, open or ended. */
export class AlertDto {
  @ApiProperty({ example: 'al_00112233445566778899aabbcc' })
  id!: string;

  @ApiProperty({ example: 'late_run' })
  kind!: string;

  @ApiProperty({ example: 'The nightly run is late' })
  title!: string;

  @ApiProperty({ description: 'As it was at the last check' })
  facts!: string;

  @ApiProperty({ description: 'Where to look next: a path of the administration pages', example: '/holds' })
  page!: string;

  @ApiProperty({ format: 'date-time' })
  openedAt!: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  endedAt!: string | null;

  @ApiProperty({ enum: [...INCIDENT_ENDS], nullable: true })
  endedBy!: IncidentEnd | null;

  @ApiProperty({ type: AlertMessageDto, isArray: true })
  messages!: AlertMessageDto[];
}

export class AlertListMetaDto extends ListMetaDto {
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When all kinds were checked',
  })
  checkedAt!: string | null;

  @ApiProperty({ description: 'Whether the operator has set a mail server' })
  mayMail!: boolean;
}

export function presentAlert({ incident, messages }: IncidentWithMessages): AlertDto {
  const { id, kind, facts, openedAt, endedAt, endedBy } = incident;
  const spec = specOf(kind);
  return {
    id,
    kind,
    title: spec?.title ?? kind,
    facts,
    page: spec?.page ?? '/',
    openedAt: openedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    endedBy,
    messages: messages.map(({ phase, recipient, status, attempts, dueAt, sentAt, lastError }) => ({
      phase,
      recipient,
      status,
      attempts,
      dueAt: status === 'waiting' ? dueAt.toISOString() : null,
      sentAt: sentAt?.toISOString() ?? null,
      lastError,
    })),
  };
}
