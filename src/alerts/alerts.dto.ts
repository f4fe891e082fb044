import { ApiProperty } from '@nestjs/swagger';

import { EmailList, Flag, Nested, OneOf, WholeNumber } from '../http/fields/fields.js';
import { DistinctBy, NestedList } from '../http/fields/nested-list.js';
import { Pattern } from '../http/fields/pattern.js';
import { TimeZone } from '../http/fields/time-zone.js';
import { translationsOf } from '../texts/languages.js';
import { TranslationsDto } from '../texts/translations.dto.js';
import type { AlertKindSpec } from './kinds/alert-kind.js';
import { KIND_NAMES, KIND_SPECS } from './kinds/kinds.js';
import type { AlertSettingsState } from './settings/alert-settings.service.js';
import { effectiveKind, kindSettingsOf } from './settings/alert-settings.js';

const MOST_RECIPIENTS = 20;
const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;
const NO_TIME = 'must be a time of the day, such as 22:00';
/** The widest range of any kind; the service checks the number against its own. */
const MOST = Math.max(...KIND_SPECS.map(({ threshold }) => threshold?.range[1] ?? 0));

export class QuietHoursDto {
  @Pattern(TIME_OF_DAY, NO_TIME, { required: true, example: '22:00' })
  from!: string;

  @Pattern(TIME_OF_DAY, NO_TIME, {
    required: true,
    description: 'Before `from` it is a time of the next day',
    example: '06:00',
  })
  until!: string;

  @TimeZone({ description: "null is the tenant's own" })
  timeZone?: string | null;
}

export class PutAlertKindDto {
  @OneOf(KIND_NAMES, { required: true, example: 'late_run' })
  kind!: string;

  @Flag({ description: 'default true' })
  enabled?: boolean | null;

  @EmailList(MOST_RECIPIENTS, { description: 'null: those of all kinds; an empty list: no mail is sent' })
  recipients?: string[] | null;

  @WholeNumber(0, MOST, { description: 'null is the standard one; kinds without a threshold take none' })
  threshold?: number | null;
}

/** Replaces all settings: what is omitted has its standard value afterwards. */
export class PutAlertSettingsDto {
  @EmailList(MOST_RECIPIENTS, {
    description: 'For every kind that has none of its own',
    example: ['it@example.edu'],
  })
  recipients?: string[] | null;

  @Nested(() => QuietHoursDto, { description: 'Messages wait until they end; null is none' })
  quietHours?: QuietHoursDto | null;

  @NestedList(() => PutAlertKindDto, KIND_NAMES.length)
  @DistinctBy('kind')
  kinds?: PutAlertKindDto[];
}

export class TestAlertsDto {
  @EmailList(MOST_RECIPIENTS, { required: true, example: ['it@example.edu'] })
  recipients!: string[];
}

class ThresholdRangeDto {
  @ApiProperty({ example: 'hours' })
  unit!: string;

  @ApiProperty({ type: 'integer', example: 26 })
  standard!: number;

  @ApiProperty({ type: 'integer', example: 1 })
  min!: number;

  @ApiProperty({ type: 'integer', example: 720 })
  max!: number;
}

class AlertKindDto {
  @ApiProperty({ enum: [...KIND_NAMES], example: 'connector_silent' })
  kind!: string;

  @ApiProperty({ example: 'A connector is silent' })
  title!: string;

  @ApiProperty({ description: 'When an incident opens, and when it is over' })
  rule!: string;

  @ApiProperty({ type: TranslationsDto, description: 'The rule in other languages' })
  translations!: TranslationsDto;

  @ApiProperty()
  enabled!: boolean;

  @ApiProperty({ type: String, isArray: true, nullable: true, description: 'null: those of all kinds' })
  recipients!: string[] | null;

  @ApiProperty({ type: 'integer', nullable: true, description: 'null: the kind has none', example: 26 })
  threshold!: number | null;

  @ApiProperty({ type: ThresholdRangeDto, nullable: true })
  thresholdRange!: ThresholdRangeDto | null;
}

export class AlertSettingsDto {
  @ApiProperty({ type: String, isArray: true, example: ['it@example.edu'] })
  recipients!: string[];

  @ApiProperty({ type: QuietHoursDto, nullable: true })
  quietHours!: QuietHoursDto | null;

  @ApiProperty({ type: AlertKindDto, isArray: true })
  kinds!: AlertKindDto[];
}

export class AlertSettingsMetaDto {
  @ApiProperty({
    description: 'Whether the operator has set a mail server; without one messages wait, for three days',
  })
  mayMail!: boolean;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When the token for monitoring was made; null when there is none',
  })
  tokenMadeAt!: string | null;
}

export class AlertTokenDto {
  @ApiProperty({ description: 'Shown once', example: `al_${'0'.repeat(43)}` })
  token!: string;

  @ApiProperty({
    description: 'The address for monitoring, without the token',
    example: 'https://integration.example.edu/health/alerts',
  })
  url!: string;
}

class OpenAlertDto {
  @ApiProperty({ example: 'late_run' })
  kind!: string;

  @ApiProperty({ example: 'The nightly run is late' })
  title!: string;

  @ApiProperty({ format: 'date-time' })
  since!: string;

  @ApiProperty({
    example: 'The last upload of people that succeeded ended on 2026-11-22 02:10 (Europe/Paris).',
  })
  facts!: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Until then an administrator has silenced it: it does not count in `status`',
  })
  snoozedUntil!: string | null;
}

/** `unchecked`: the service has not been able to check everything for ten minutes. */
export const PAGE_STATUSES = ['ok', 'alert', 'unchecked'] as const;

/** What a monitoring system reads. */
export class AlertPageDto {
  @ApiProperty({ enum: [...PAGE_STATUSES], example: 'ok' })
  status!: (typeof PAGE_STATUSES)[number];

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  checkedAt!: string | null;

  @ApiProperty({ type: OpenAlertDto, isArray: true })
  open!: OpenAlertDto[];
}

function presentKind(settings: AlertSettingsState['settings'], spec: AlertKindSpec): AlertKindDto {
  const { name, title, rule, threshold } = spec;
  const { recipients } = kindSettingsOf(settings, spec);
  const effective = effectiveKind(settings, spec);
  return {
    kind: name,
    title,
    rule,
    translations: translationsOf([rule]),
    enabled: effective.enabled,
    recipients: recipients === null ? null : [...recipients],
    threshold: threshold === null ? null : effective.threshold,
    thresholdRange:
      threshold === null
        ? null
        : {
            unit: threshold.unit,
            standard: threshold.standard,
            min: threshold.range[0],
            max: threshold.range[1],
          },
  };
}

export function presentAlertSettings({ settings }: AlertSettingsState): AlertSettingsDto {
  return {
    recipients: [...settings.recipients],
    quietHours: settings.quietHours,
    kinds: KIND_SPECS.map((spec) => presentKind(settings, spec)),
  };
}
