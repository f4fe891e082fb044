import { ApiProperty } from '@nestjs/swagger';

import {
  type AlertIncident,
  INCIDENT_ENDS,
  type IncidentEnd,
} from '../../alerts/entities/alert-incident.entity.js';
import {
  MESSAGE_PHASES,
  MESSAGE_STATUSES,
  MESSAGE_WAYS,
  type MessagePhase,
  type MessageStatus,
  type MessageWay,
} from '../../alerts/entities/alert-message.entity.js';
import { INCIDENT_STATES, type IncidentState } from '../../alerts/incidents/alert-incidents.repository.js';
import type { IncidentWithMessages } from '../../alerts/incidents/alert-incidents.service.js';
import { isSnoozed, SNOOZE_LENGTHS, type SnoozeLength } from '../../alerts/incidents/snooze-lengths.js';
import { causeOf, KIND_NAMES, specOf } from '../../alerts/kinds/kinds.js';
import type { LabelOf } from '../../actors/actor-labels.js';
import { OneOf, Text } from '../../http/fields/fields.js';
import { Pattern } from '../../http/fields/pattern.js';
import { QueryOneOf } from '../../http/fields/query-fields.js';
import { ListMetaDto, ListSortedBy } from '../../http/lists/list-query.js';
import { translationsOf } from '../../texts/languages.js';
import { TranslationsDto } from '../../texts/translations.dto.js';

const ALERT_ID = /^al_[0-9a-f]{26}$/;
const EXAMPLE = 'al_00112233445566778899aabbcc';

export class AlertPathDto {
  @Pattern(ALERT_ID, 'must be the id of an alert', { required: true, example: EXAMPLE })
  id!: string;
}

export class SnoozeAlertDto {
  @OneOf(SNOOZE_LENGTHS, {
    required: true,
    description: 'tomorrow: until 8:00 of the next day, in the time zone of the tenant',
    example: 'tomorrow',
  })
  length!: SnoozeLength;

  @Text(1000, { description: 'Why; shown to administrators and in the audit log' })
  note?: string | null;
}

/** The answer of the mail server about one recipient. */
export class AlertTestDto {
  @ApiProperty({ example: 'it@example.edu' })
  recipient!: string;

  @ApiProperty({ description: 'Whether the mail server took the message; it may still be returned later' })
  taken!: boolean;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Why not; null when it was taken',
    example: 'The mail server refused the recipient (550).',
  })
  problem!: string | null;
}

export class AlertListQueryDto extends ListSortedBy('openedAt') {
  @QueryOneOf(INCIDENT_STATES, 'default: all; awake: open and not snoozed')
  state?: IncidentState;

  @QueryOneOf(KIND_NAMES, 'default: all')
  kind?: string;
}

class AlertMessageDto {
  @ApiProperty({ enum: [...MESSAGE_PHASES] })
  phase!: MessagePhase;

  @ApiProperty({ enum: [...MESSAGE_WAYS] })
  way!: MessageWay;

  @ApiProperty({
    description: 'An e-mail address, or the name of a webhook, which is its id when it was removed',
    example: 'it@example.edu',
  })
  recipient!: string;

  @ApiProperty({
    enum: [...MESSAGE_STATUSES],
    description: 'expired: it could not be sent for three days; refused: for good, or the webhook is no more',
  })
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

/** Until when an incident is silenced. */
class AlertSnoozeDto {
  @ApiProperty({ format: 'date-time' })
  until!: string;

  @ApiProperty({ format: 'date-time' })
  at!: string;

  @ApiProperty({ example: 'admin:951000009' })
  by!: string;

  @ApiProperty({ example: 'Ann Lee' })
  byLabel!: string;

  @ApiProperty({ type: String, nullable: true })
  note!: string | null;
}

/** An incident, open or ended. */
export class AlertDto {
  @ApiProperty({ example: EXAMPLE })
  id!: string;

  @ApiProperty({ example: 'late_run' })
  kind!: string;

  @ApiProperty({ example: 'The nightly run is late' })
  title!: string;

  @ApiProperty({ description: 'As it was at the last check' })
  facts!: string;

  @ApiProperty({ type: TranslationsDto, description: 'The facts in other languages' })
  translations!: TranslationsDto;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When that check was; null when the alert has ended',
  })
  factsAt!: string | null;

  @ApiProperty({
    description: 'Where to look for the cause: a path of the administration pages',
    example: '/runs/nightly-7/show',
  })
  page!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'What it is about: the label of a key, a run or a target system; null where it is about all',
    example: 'nightly-7',
  })
  about!: string | null;

  @ApiProperty({ format: 'date-time' })
  openedAt!: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  endedAt!: string | null;

  @ApiProperty({ enum: [...INCIDENT_ENDS], nullable: true })
  endedBy!: IncidentEnd | null;

  @ApiProperty({ type: AlertSnoozeDto, nullable: true, description: 'null when it is not snoozed now' })
  snoozed!: AlertSnoozeDto | null;

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

/** The actors whose labels an alert shows: the key that it is about, and who has snoozed it. */
export function actorsOf({ incident }: IncidentWithMessages): readonly (string | null)[] {
  const { of } = causeOf(incident);
  return [of !== undefined && 'actor' in of ? of.actor : null, incident.snoozedBy];
}

function presentSnooze(incident: AlertIncident, labelOf: LabelOf, now: Date): AlertSnoozeDto | null {
  const { snoozedUntil, snoozedAt, snoozedBy, snoozeNote } = incident;
  if (!isSnoozed(incident, now) || snoozedUntil === null || snoozedAt === null || snoozedBy === null)
    return null;
  return {
    until: snoozedUntil.toISOString(),
    at: snoozedAt.toISOString(),
    by: snoozedBy,
    byLabel: labelOf(snoozedBy),
    note: snoozeNote,
  };
}

/** What an alert is shown with. */
export interface AlertContext {
  readonly now: Date;
  readonly checkedAt: Date | null;
  /** The names of the webhooks of the tenant, by their IDs. */
  readonly webhooks: ReadonlyMap<string, string>;
}

export function presentAlert(
  { incident, messages }: IncidentWithMessages,
  labelOf: LabelOf,
  { now, checkedAt, webhooks }: AlertContext,
): AlertDto {
  const { id, kind, facts, sentences, openedAt, endedAt, endedBy } = incident;
  const { page, of } = causeOf(incident);
  return {
    id,
    kind,
    title: specOf(kind)?.title ?? kind,
    facts,
    translations: translationsOf(sentences ?? []),
    factsAt: endedAt === null ? (checkedAt ?? openedAt).toISOString() : null,
    page,
    about: of === undefined ? null : 'actor' in of ? labelOf(of.actor) : of.name,
    openedAt: openedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    endedBy,
    snoozed: presentSnooze(incident, labelOf, now),
    messages: messages.map(({ phase, way, recipient, status, attempts, dueAt, sentAt, lastError }) => ({
      phase,
      way,
      recipient: way === 'mail' ? recipient : (webhooks.get(recipient) ?? recipient),
      status,
      attempts,
      dueAt: status === 'waiting' ? dueAt.toISOString() : null,
      sentAt: sentAt?.toISOString() ?? null,
      lastError,
    })),
  };
}
