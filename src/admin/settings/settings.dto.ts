import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

import {
  CalendarDate,
  DomainName,
  Flag,
  ListOf,
  Nested,
  OneOf,
  Text,
  TextList,
  WholeNumber,
} from '../../http/fields/fields.js';
import { DistinctBy, NestedList } from '../../http/fields/nested-list.js';
import type { ProgressRedraw } from '../../progress/entities/progress-redraw.entity.js';
import { type DeprovisioningPause, MOST_PAUSES } from '../../tenancy/deprovisioning-pauses.js';
import type { Tenant } from '../../tenancy/tenant.entity.js';
import {
  AWAIT_SOURCE_DAYS_RANGE,
  ADOPTION_MODES,
  type AdoptionMode,
  DEFAULT_PACING,
  DEFAULT_RETENTION,
  DEPROVISIONING_MODES,
  type DeprovisioningMode,
  type DeprovisioningSettings,
  MOST_SYNC_TARGETS,
  NIGHTLY_RUN_HOURS_RANGE,
  PACING_RANGES,
  type PacingNumbers,
  RATE_LIMIT_RANGE,
  REASSIGNMENT_MODES,
  type ReassignmentMode,
  RETENTION_RANGES,
  type RetentionSettings,
  settingsOf,
  SYNC_MAX_ATTEMPTS_RANGE,
  type SyncTarget,
  type Threshold,
  THRESHOLD_RANGES,
} from '../../tenancy/tenant-settings.js';
import { TimeZone } from '../../tenancy/time-zone.js';
import { COMMITTEE_ROLES, type CommitteeRole } from '../../users/model/faculty-profile.js';

export class ChangePacingDto {
  @WholeNumber(...PACING_RANGES.behindAfterDays)
  behindAfterDays?: number | null;

  @WholeNumber(...PACING_RANGES.dueSoonDays)
  dueSoonDays?: number | null;

  @WholeNumber(...PACING_RANGES.aheadDays)
  aheadDays?: number | null;

  @WholeNumber(...PACING_RANGES.revisionLoopVersions)
  revisionLoopVersions?: number | null;
}

export class ChangeThresholdDto {
  @WholeNumber(...THRESHOLD_RANGES.count, { description: 'Number of users; null is no limit', example: 50 })
  count?: number | null;

  @WholeNumber(...THRESHOLD_RANGES.percent, {
    description: 'Percentage of the users who were active at the beginning; null is no limit',
    example: 5,
  })
  percent?: number | null;
}

export class SyncTargetDto implements SyncTarget {
  @Text(64, { required: true, isUnmistakable: true, example: 'SIS' })
  name!: string;

  @TextList({
    description: 'The form types that it takes; all of them when omitted',
    example: ['degree_change'],
  })
  formTypes?: string[];
}

export class ChangeGuardDto {
  @OneOf(DEPROVISIONING_MODES, {
    description: 'Beyond a limit: warn, or hold the request until an administrator decides',
    example: 'observe',
  })
  mode?: DeprovisioningMode | null;

  @Nested(() => ChangeThresholdDto, { description: 'Of one run within 24 hours; null is no limit' })
  perRun?: ChangeThresholdDto | null;

  @Nested(() => ChangeThresholdDto, { description: 'Of all calls within 24 hours; null is no limit' })
  perDay?: ChangeThresholdDto | null;
}

export class DeprovisioningPauseDto implements DeprovisioningPause {
  @CalendarDate({ required: true, description: 'The first day', example: '2026-12-20' })
  from!: string;

  @CalendarDate({ required: true, description: 'The last day', example: '2027-01-05' })
  until!: string;

  @Text(255, { description: 'Why; callers are told', example: 'winter break' })
  note?: string;
}

export class ChangeRetentionDto {
  @WholeNumber(...RETENTION_RANGES.requestLogDays, {
    description: 'Days that requests, failed rows, what was sent for conflicts, and the use of keys are kept',
    example: 90,
  })
  requestLogDays?: number | null;

  @WholeNumber(...RETENTION_RANGES.inactivePeopleDays, {
    description: 'Days after which inactive users are erased; null is never',
    example: 730,
  })
  inactivePeopleDays?: number | null;

  @WholeNumber(...RETENTION_RANGES.historyDays, {
    description: 'Days that former values of users are kept; null is for good. The present values stay',
    example: 1095,
  })
  historyDays?: number | null;

  @WholeNumber(...RETENTION_RANGES.auditDays, {
    description: 'Days that the audit log, and who was given data about whom, are kept',
    example: 2557,
  })
  auditDays?: number | null;
}

/** An omitted setting stays; null sets the default again. */
export class ChangeSettingsDto {
  @DomainName({ description: "The default of a user's domain; it cannot be cleared" })
  emailDomain?: string | null;

  @TimeZone()
  timeZone?: string | null;

  @ListOf(COMMITTEE_ROLES)
  requiredCommitteeRoles?: CommitteeRole[] | null;

  @WholeNumber(...RATE_LIMIT_RANGE, {
    description:
      'Requests per minute of all keys together, in addition to limits of single keys; null is no limit',
  })
  rateLimit?: number | null;

  @Nested(() => ChangePacingDto)
  pacing?: ChangePacingDto | null;

  @WholeNumber(...NIGHTLY_RUN_HOURS_RANGE, {
    description: 'The overview warns when the last successful nightly run is older',
  })
  nightlyRunHours?: number | null;

  @Nested(() => ChangeGuardDto, { description: 'How many users the callers of the API may de-provision' })
  deprovisioningGuard?: ChangeGuardDto | null;

  @NestedList(() => DeprovisioningPauseDto, MOST_PAUSES, {
    description:
      'Days of the time zone on which the callers of the API de-provision no one: each of these ' +
      'de-provisionings is held until an administrator decides, also after the pause; the whole list',
  })
  deprovisioningPauses?: DeprovisioningPauseDto[] | null;

  @NestedList(() => SyncTargetDto, MOST_SYNC_TARGETS, {
    description:
      'The systems that submissions are carried to, each by an item of the sync queue of its own; the whole list. ' +
      'Holds for what is queued from now on',
  })
  @DistinctBy('name')
  syncTargets?: SyncTargetDto[] | null;

  @WholeNumber(...SYNC_MAX_ATTEMPTS_RANGE, {
    description:
      'After so many attempts that no connector reports about, an item of the sync queue has failed',
  })
  syncMaxAttempts?: number | null;

  @Flag({
    description:
      'Whether a DELETE by SCIM leaves a user active whom another identity provider holds active; ' +
      'default false: it de-provisions',
  })
  scimDeleteKeepsShared?: boolean | null;

  @WholeNumber(...AWAIT_SOURCE_DAYS_RANGE, {
    description:
      'For so many days a value that an administrator or an accepted submission has set is not replaced by the one ' +
      'that its source sent before; 0: it is replaced, and counted',
  })
  awaitSourceDays?: number | null;

  @OneOf(REASSIGNMENT_MODES, {
    description:
      'A post whose ID or number belongs to a person with other names, another address and another entry: ' +
      'applied with a warning, held until an administrator decides, or applied',
  })
  possibleReassignment?: ReassignmentMode | null;

  @OneOf(ADOPTION_MODES, {
    description:
      'Whom a post with an unknown externalId may find by e-mail address: everyone, users without legacyNumber, no one',
  })
  adoptByEmail?: AdoptionMode | null;

  @Nested(() => ChangeRetentionDto, { description: 'How many days what is old is kept' })
  retention?: ChangeRetentionDto | null;

  @Flag({
    description: 'Whether no data about people is erased, or deleted because of its age; default false',
  })
  legalHold?: boolean | null;
}

class RetentionDto implements RetentionSettings {
  @ApiProperty({ type: 'integer', example: DEFAULT_RETENTION.requestLogDays })
  requestLogDays!: number;

  @ApiProperty({ type: 'integer', nullable: true, example: null })
  inactivePeopleDays!: number | null;

  @ApiProperty({ type: 'integer', nullable: true, example: null })
  historyDays!: number | null;

  @ApiProperty({ type: 'integer', example: DEFAULT_RETENTION.auditDays })
  auditDays!: number;
}

class PacingSettingsDto implements PacingNumbers {
  @ApiProperty({ type: 'integer', example: DEFAULT_PACING.behindAfterDays })
  behindAfterDays!: number;

  @ApiProperty({ type: 'integer', example: DEFAULT_PACING.dueSoonDays })
  dueSoonDays!: number;

  @ApiProperty({ type: 'integer', example: DEFAULT_PACING.aheadDays })
  aheadDays!: number;

  @ApiProperty({ type: 'integer', example: DEFAULT_PACING.revisionLoopVersions })
  revisionLoopVersions!: number;
}

class ThresholdDto implements Threshold {
  @ApiProperty({ type: 'integer', nullable: true, example: 50 })
  count!: number | null;

  @ApiProperty({ type: 'integer', nullable: true, example: 5 })
  percent!: number | null;

  @ApiPropertyOptional({ description: 'The larger of the two counts; else the smaller one', example: true })
  larger?: true;
}

class GuardDto implements DeprovisioningSettings {
  @ApiProperty({ enum: [...DEPROVISIONING_MODES] })
  mode!: DeprovisioningMode;

  @ApiProperty({ type: ThresholdDto, nullable: true })
  perRun!: Threshold | null;

  @ApiProperty({ type: ThresholdDto, nullable: true })
  perDay!: Threshold | null;
}

export class SettingsDto {
  @ApiProperty({ example: 'Northern University' })
  tenantName!: string;

  @ApiProperty({ example: 'northern.example.edu' })
  emailDomain!: string;

  @ApiProperty({ example: 'Europe/Paris' })
  timeZone!: string;

  @ApiProperty({ enum: [...COMMITTEE_ROLES], isArray: true, example: ['chair'] })
  requiredCommitteeRoles!: string[];

  @ApiProperty({ type: 'integer', nullable: true })
  rateLimit!: number | null;

  @ApiProperty({ type: () => PacingSettingsDto })
  pacing!: PacingNumbers;

  @ApiProperty({ type: 'integer', example: 26 })
  nightlyRunHours!: number;

  @ApiProperty({ type: () => GuardDto })
  deprovisioningGuard!: DeprovisioningSettings;

  @ApiProperty({ type: DeprovisioningPauseDto, isArray: true })
  deprovisioningPauses!: DeprovisioningPauseDto[];

  @ApiProperty({ type: SyncTargetDto, isArray: true })
  syncTargets!: SyncTargetDto[];

  @ApiProperty({ type: 'integer', example: 10 })
  syncMaxAttempts!: number;

  @ApiProperty({ example: false })
  scimDeleteKeepsShared!: boolean;

  @ApiProperty({ type: 'integer', example: 0 })
  awaitSourceDays!: number;

  @ApiProperty({ enum: [...REASSIGNMENT_MODES] })
  possibleReassignment!: ReassignmentMode;

  @ApiProperty({ enum: [...ADOPTION_MODES] })
  adoptByEmail!: AdoptionMode;

  @ApiProperty({ type: () => RetentionDto })
  retention!: RetentionSettings;

  @ApiProperty({ example: false })
  legalHold!: boolean;
}

export function presentSettings({ name, emailDomain, settings }: Tenant): SettingsDto {
  const { requiredCommitteeRoles, deprovisioningPauses, syncTargets, ...others } = settingsOf(
    emailDomain,
    settings,
  );
  return {
    tenantName: name,
    ...others,
    requiredCommitteeRoles: [...requiredCommitteeRoles],
    deprovisioningPauses: [...deprovisioningPauses],
    syncTargets: syncTargets.map(({ name: target, formTypes }) => ({
      name: target,
      ...(formTypes === undefined ? {} : { formTypes: [...formTypes] }),
    })),
  };
}

/** How far progress records have been recalculated after the last change that concerns them. */
class RedrawDto {
  @ApiProperty({ type: 'integer', description: 'Records to recalculate', example: 250 })
  total!: number;

  @ApiProperty({ type: 'integer', description: 'Records that have been recalculated', example: 250 })
  done!: number;

  @ApiProperty({ type: 'integer', description: 'Recalculated records that changed', example: 12 })
  changed!: number;

  @ApiProperty({ format: 'date-time', example: '2026-07-24T02:00:00.000Z' })
  startedAt!: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'null while the recalculation runs',
    example: '2026-07-24T02:00:05.000Z',
  })
  finishedAt!: string | null;
}

/** The effects of the settings. */
export class SettingsMetaDto {
  @ApiProperty({
    type: RedrawDto,
    nullable: true,
    description: 'How far the recalculation of progress records is; null when none was needed',
  })
  redraw!: RedrawDto | null;

  @ApiProperty({
    type: 'integer',
    description: 'Users whose de-provisioning is held, also when there is no limit any more',
    example: 0,
  })
  openHolds!: number;
}

export function presentSettingsMeta(redraw: ProgressRedraw | null, openHolds: number): SettingsMetaDto {
  return { redraw: redraw === null ? null : presentRedraw(redraw), openHolds };
}

function presentRedraw({ total, done, changed, startedAt, finishedAt }: ProgressRedraw): RedrawDto {
  return {
    total,
    done,
    changed,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}
