import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';

import { DomainName, ListOf, Nested, OneOf, Text, TextList, WholeNumber } from '../../http/fields/fields.js';
import { DistinctBy, NestedList } from '../../http/fields/nested-list.js';
import type { ProgressRedraw } from '../../progress/entities/progress-redraw.entity.js';
import type { Tenant } from '../../tenancy/tenant.entity.js';
import {
  DEFAULT_PACING,
  DEPROVISIONING_MODES,
  type DeprovisioningMode,
  type DeprovisioningSettings,
  isTimeZone,
  MOST_SYNC_TARGETS,
  NIGHTLY_RUN_HOURS_RANGE,
  PACING_RANGES,
  type PacingNumbers,
  RATE_LIMIT_RANGE,
  settingsOf,
  SYNC_MAX_ATTEMPTS_RANGE,
  type SyncTarget,
  type Threshold,
  THRESHOLD_RANGES,
} from '../../tenancy/tenant-settings.js';
import { COMMITTEE_ROLES, type CommitteeRole } from '../../users/model/faculty-profile.js';

function TimeZone(): PropertyDecorator {
  return applyDecorators(
    Text(64, { example: 'Europe/Paris' }),
    ValidateBy({
      name: 'isTimeZone',
      validator: {
        // A value that is no text is refused by Text.
        validate: (value) => typeof value !== 'string' || isTimeZone(value),
        defaultMessage: (args) => `${args?.property ?? ''} must be an IANA name, such as Europe/Paris`,
      },
    }),
  );
}

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

  @ApiProperty({ type: SyncTargetDto, isArray: true })
  syncTargets!: SyncTargetDto[];

  @ApiProperty({ type: 'integer', example: 10 })
  syncMaxAttempts!: number;
}

export function presentSettings({ name, emailDomain, settings }: Tenant): SettingsDto {
  const { requiredCommitteeRoles, syncTargets, ...others } = settingsOf(emailDomain, settings);
  return {
    tenantName: name,
    ...others,
    requiredCommitteeRoles: [...requiredCommitteeRoles],
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
