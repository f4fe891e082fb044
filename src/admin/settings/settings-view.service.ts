import { Injectable } from '@nestjs/common';

import { ActorLabels } from '../../actors/actor-labels.js';
import { AuditService } from '../../audit/audit.service.js';
import { DemandedFactors } from '../../auth/administrators/demanded-factors.service.js';
import { SignOnSettingsService } from '../../auth/sso/sign-on-settings.service.js';
import { success, type Success } from '../../http/answers.js';
import { RetentionService } from '../../privacy/retention/retention.service.js';
import { PacingEffectService } from '../../progress/settings/pacing-effect.service.js';
import { type ChangedSettings, SettingsService } from '../../progress/settings/settings.service.js';
import type { TenantSettings } from '../../settings/settings.js';
import type { ChangeSettingsDto } from '../../settings/settings.dto.js';
import type { Scope } from '../../tenancy/scope.js';
import type { Tenant } from '../../tenancy/tenants/tenant.entity.js';
import { pauseAt } from '../../tenancy/time/deprovisioning-pauses.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { LimitsEffectService } from '../../users/deprovisioning-limits/limits-effect.service.js';
import { lastChanges } from './last-changes.js';
import type { SettingChangeDto } from './setting-change.dto.js';
import type { SettingsEffectDto } from './settings-effect.dto.js';

/** No step begins later. The last one takes about as long as those before it, at most. */
const COUNTED_FOR_MS = 1_500;

function retentionIn({ retention }: Partial<TenantSettings>): (keyof TenantSettings['retention'])[] {
  return Object.keys(retention ?? {}) as (keyof TenantSettings['retention'])[];
}

/** What an administrator sees of settings beside their values: their last changes, and what a change would do. */
@Injectable()
export class SettingsViewService {
  constructor(
    private readonly settings: SettingsService,
    private readonly pacing: PacingEffectService,
    private readonly limits: LimitsEffectService,
    private readonly retention: RetentionService,
    private readonly factors: DemandedFactors,
    private readonly signOn: SignOnSettingsService,
    private readonly audit: AuditService,
    private readonly actors: ActorLabels,
  ) {}

  /**
   * @param check is called with the tenant under its lock; it throws where nothing is to be changed
   * @throws {ValidationFailed} when a value cannot be set
   * @throws {OwnSecondFactorMissing} when it demands a second factor of others than its author has
   */
  async change(
    scope: Scope,
    input: ChangeSettingsDto,
    check: (known: Tenant) => void,
  ): Promise<ChangedSettings> {
    await this.factors.checkAuthor(scope, input);
    return this.settings.change(scope, input, check);
  }

  /** @throws what {@link change} throws */
  async preview(scope: Scope, input: ChangeSettingsDto): Promise<Success<SettingsEffectDto>> {
    await this.factors.checkAuthor(scope, input);
    const previewed = await this.settings.preview(scope, input);
    const { now, then, changed } = previewed;
    const began = performance.now();
    const isInTime = (): boolean => performance.now() - began < COUNTED_FOR_MS;
    const compared = await this.pacing.compare(previewed, isInTime);
    const pacing = compared === null ? null : { ...compared, moves: [...compared.moves] };
    const holds = then.tenant.deprovisioningGuard.mode === 'hold';
    return success({
      pacing,
      limits:
        changed.deprovisioningGuard === undefined
          ? null
          : { ...(await this.limits.compare(now, then)), holds },
      isPausedToday:
        changed.deprovisioningPauses === undefined ? null : pauseAt(then.tenant, nowOf(then)) !== undefined,
      secondFactor: changed.demandSecondFactor === true ? await this.factors.concerned(scope) : null,
      samlDomain: await this.samlDomain(scope, changed),
      removals: await this.retention.plan(then, retentionIn(changed), isInTime),
    });
  }

  private async samlDomain(
    scope: Scope,
    { emailDomain }: Partial<TenantSettings>,
  ): Promise<SettingsEffectDto['samlDomain']> {
    if (emailDomain === undefined) return null;
    const active = await this.signOn.show(scope);
    return active?.protocol === 'saml' ? emailDomain : null;
  }

  /** Of each setting that was changed among the last 500 entries about the university. */
  async changes(scope: Scope): Promise<Success<SettingChangeDto[]>> {
    const found = lastChanges(await this.audit.lastSettings(scope));
    const labelOf = await this.actors.of(scope, found, ({ entry }) => entry.actor);
    return success(
      found.map(({ setting, before, after, entry: { id, at, actor } }) => {
        const what = { setting, auditId: String(id), at: at.toISOString() };
        return { ...what, actor, actorLabel: labelOf(actor), before, after };
      }),
    );
  }
}
