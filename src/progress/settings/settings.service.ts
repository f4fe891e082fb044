import { Injectable } from '@nestjs/common';

import { ValidationFailed } from '../../errors/request.errors.js';
import type { Warning } from '../../http/answers.js';
import type { ProgressRebuild } from '../entities/progress-rebuild.entity.js';
import { RebuildService } from '../rebuild/rebuild.service.js';
import type { DeprovisioningPauseDto } from '../../settings/list-items.dto.js';
import type { DeprovisioningPause, SettingsChange } from '../../settings/settings.js';
import type { ChangeSettingsDto } from '../../settings/settings.dto.js';
import { pauseProblems } from '../../tenancy/time/deprovisioning-pauses.js';
import type { Scope } from '../../tenancy/scope.js';
import { type PreviewedSettings, TenancyService } from '../../tenancy/tenants/tenancy.service.js';
import type { Tenant } from '../../tenancy/tenants/tenant.entity.js';
import { HoldsService } from '../../users/deprovisioning-limits/holds.service.js';
import { sentence } from '../../texts/sentence.js';
import { problemIn } from '../../errors/refusal.js';

/** The settings of a tenant, and their effects. */
export interface SettingsState {
  readonly tenant: Tenant;
  /** How far progress records have been recalculated after the last change; null when none had to be. */
  readonly rebuild: ProgressRebuild | null;
  /** How many people are held, also when there is no limit any more. */
  readonly openHolds: number;
}

/** The settings after a change, with warnings about it. */
export interface ChangedSettings extends SettingsState {
  readonly warnings: readonly Warning[];
}

/** A change of the de-provisioning limits or pauses releases no hold, which administrators may not expect. */
function stillHeld(people: number, field: 'deprovisioningGuard' | 'deprovisioningPauses'): Warning {
  const who = people === 1 ? '1 user is' : `${people} users are`;
  const what = field === 'deprovisioningGuard' ? 'limits' : 'pauses';
  const message =
    `${who} still held, because changed ${what} release no hold: active until an administrator decides under ` +
    'Integrations, Held de-provisionings, or until a call sets the account status';
  return { field, code: 'HOLDS_OPEN', message };
}

/** A note that was cleared is null. */
function storedPause({ from, until, note }: DeprovisioningPauseDto): DeprovisioningPause {
  return { from, until, ...(typeof note === 'string' ? { note } : {}) };
}

/** @throws {ValidationFailed} when a value cannot be set */
function changeOf({
  emailDomain,
  deprovisioningPauses: pauses,
  ...others
}: ChangeSettingsDto): SettingsChange {
  if (emailDomain === null) {
    const rule = sentence('cannot be cleared; give a domain name, such as example.edu');
    throw new ValidationFailed([problemIn('emailDomain', 'isDomain', rule)]);
  }
  const stored = pauses?.map(storedPause);
  const problems = pauseProblems(stored ?? []);
  if (problems.length > 0) throw new ValidationFailed(problems);
  return {
    ...others,
    ...(pauses === undefined ? {} : { deprovisioningPauses: stored ?? null }),
    ...(emailDomain === undefined ? {} : { emailDomain: emailDomain.toLowerCase() }),
  };
}

/** The settings of a tenant, for the pages and the terminal. */
@Injectable()
export class SettingsService {
  constructor(
    private readonly tenancy: TenancyService,
    private readonly rebuilds: RebuildService,
    private readonly holds: HoldsService,
  ) {}

  async show(scope: Scope): Promise<SettingsState> {
    const tenant = await this.tenancy.findTenant(scope.tenantId);
    return { tenant, rebuild: await this.rebuilds.find(scope), openHolds: await this.holds.heldCount(scope) };
  }

  /**
   * Changes the given settings; progress records are recalculated in the background.
   * @param check is called with the tenant under its lock; it throws where nothing is to be changed
   * @throws {ValidationFailed} when a value cannot be set
   */
  async change(
    scope: Scope,
    input: ChangeSettingsDto,
    check?: (known: Tenant) => void,
  ): Promise<ChangedSettings> {
    const { tenant, changed } = await this.tenancy.changeSettings(scope, changeOf(input), check);
    const rebuild = await this.rebuilds.follow(scope, changed);
    const openHolds = await this.holds.heldCount(scope);
    const field = (['deprovisioningGuard', 'deprovisioningPauses'] as const).find((name) => name in changed);
    const warnings = field === undefined || openHolds === 0 ? [] : [stillHeld(openHolds, field)];
    return { tenant, rebuild, openHolds, warnings };
  }

  /**
   * What {@link change} would do; nothing is changed.
   * @throws {ValidationFailed} when a value cannot be set
   */
  preview(scope: Scope, input: ChangeSettingsDto): Promise<PreviewedSettings> {
    return this.tenancy.previewSettings(scope, changeOf(input));
  }
}
