import { Injectable } from '@nestjs/common';

import { systemLimitsOf } from '../../alerts/kinds/system-limits.js';
import { AlertSettingsService } from '../../alerts/settings/alert-settings.service.js';
import { UnknownTargetSystem } from '../../errors/sync.errors.js';
import { success, type Success } from '../../http/answers.js';
import { onlyRowOf } from '../../http/lists/list-query.js';
import {
  type AlertLimits,
  type TargetSystem,
  TargetSystemsService,
} from '../../sync/connectors/target-systems.service.js';
import { ErrorGroups } from '../../sync/failures/error-groups.js';
import { ContactsService, type SilenceLimit } from '../../sync/contacts/contacts.service.js';
import { PausesService } from '../../sync/pauses/pauses.service.js';
import type { Scope } from '../../tenancy/scope.js';
import { ActorLabels } from '../../actors/actor-labels.js';
import {
  type ErrorGroupDto,
  type LeaseRowDto,
  NO_SYSTEM,
  type PauseSystemDto,
  type SilenceBodyDto,
  type SilenceLimitDto,
  type SystemBodyDto,
  type SystemQueryDto,
  type TargetSystemDto,
} from './connectors.dto.js';

const DEFAULT_ROWS = 50;

/** Target systems with their connectors, leases and errors, for administrators to watch, pause and resume. */
@Injectable()
export class AdminConnectorsService {
  constructor(
    private readonly systems: TargetSystemsService,
    private readonly errorGroups: ErrorGroups,
    private readonly pauses: PausesService,
    private readonly contacts: ContactsService,
    private readonly alerts: AlertSettingsService,
    private readonly labels: ActorLabels,
  ) {}

  async targetSystems(scope: Scope): Promise<TargetSystem[]> {
    return this.systems.list(scope, await this.limitsOfAlerts(scope));
  }

  async list(scope: Scope): Promise<Success<TargetSystemDto[]>> {
    return success(await this.present(scope, await this.targetSystems(scope)));
  }

  async leases(scope: Scope, query: SystemQueryDto): Promise<Success<LeaseRowDto[]>> {
    const { targetSystem = '', limit = DEFAULT_ROWS } = query;
    const leases = await this.systems.leases(scope, targetSystem, limit);
    return success(
      leases.map(({ claimedAt, leaseUntil, ...lease }) => ({
        ...lease,
        claimedAt: claimedAt.toISOString(),
        leaseUntil: leaseUntil.toISOString(),
      })),
    );
  }

  async errors(
    scope: Scope,
    { targetSystem, limit = DEFAULT_ROWS }: SystemQueryDto,
  ): Promise<Success<ErrorGroupDto[]>> {
    const groups = await this.errorGroups.list(scope, { targetSystem, limit });
    return success(
      groups.map(({ firstAt, lastAt, targetSystem: system, ...group }) => ({
        ...group,
        targetSystem: system === '' ? null : system,
        firstAt: firstAt.toISOString(),
        lastAt: lastAt.toISOString(),
      })),
    );
  }

  /** @throws {UnknownTargetSystem} when the tenant has neither such a target nor an item or claim of it */
  async pause(scope: Scope, { targetSystem, reason }: PauseSystemDto): Promise<Success<TargetSystemDto>> {
    const name = targetSystem ?? '';
    const { isChanged } = await this.pauses.pause(scope, name, reason ?? null);
    return success(await this.one(scope, name), { message: isChanged ? 'PAUSED' : 'PAUSED BEFORE' });
  }

  /** @throws {UnknownTargetSystem} when the tenant has neither such a target nor an item or claim of it */
  async resume(scope: Scope, { targetSystem }: SystemBodyDto): Promise<Success<TargetSystemDto>> {
    const name = targetSystem ?? '';
    const { isChanged } = await this.pauses.resume(scope, name);
    return success(await this.one(scope, name), { message: isChanged ? 'RESUMED' : 'NOT PAUSED' });
  }

  /** @throws {UnknownTargetSystem} when the tenant has neither such a target nor an item or claim of it */
  async limitSilence(
    scope: Scope,
    { targetSystem, minutes }: SilenceBodyDto,
  ): Promise<Success<TargetSystemDto>> {
    const name = targetSystem ?? '';
    if (!(await this.pauses.isKnown(scope, name))) throw new UnknownTargetSystem();
    await this.contacts.setLimit(scope, name, minutes ?? null);
    return success(await this.one(scope, name));
  }

  private async one(scope: Scope, name: string): Promise<TargetSystemDto> {
    const system = await this.systems.one(scope, name, await this.limitsOfAlerts(scope));
    return onlyRowOf(await this.present(scope, [system]));
  }

  private async limitsOfAlerts(scope: Scope): Promise<AlertLimits> {
    const { settings } = await this.alerts.show(scope);
    return systemLimitsOf(settings);
  }

  private async present(scope: Scope, systems: readonly TargetSystem[]): Promise<TargetSystemDto[]> {
    const labelOf = await this.labels.of(scope, systems, ({ pause }) => pause?.pausedBy ?? null);
    return systems.map(({ name, pause, decision, delivery, connectors, limit, attempts, ...system }) => {
      const { sent24h, failed24h, lastClaimAt, lastContactAt, replayedAt, oldestQueuedAt } = system;
      const reported = sent24h + failed24h;
      const { made, sent } = attempts;
      return {
        ...system,
        lastClaimAt: lastClaimAt?.toISOString() ?? null,
        lastContactAt: lastContactAt?.toISOString() ?? null,
        replayedAt: replayedAt?.toISOString() ?? null,
        oldestQueuedAt: oldestQueuedAt?.toISOString() ?? null,
        silentAfter: limitOf(limit),
        lastAttempts: { made, sent },
        name: name === '' ? NO_SYSTEM : name,
        targetSystem: name === '' ? null : name,
        paused:
          pause === undefined
            ? null
            : {
                at: pause.pausedAt.toISOString(),
                by: pause.pausedBy,
                byLabel: labelOf(pause.pausedBy),
                reason: pause.reason,
              },
        successRate: reported === 0 ? null : sent24h / reported,
        deliveryFailed: delivery,
        awaitDecision: decision,
        connectors: [...connectors],
      };
    });
  }
}

const MINUTE_MS = 60_000;

function limitOf({ ms, source, usualMs }: SilenceLimit): SilenceLimitDto {
  return {
    minutes: Math.round(ms / MINUTE_MS),
    source,
    usualMinutes: usualMs === null ? null : Math.round(usualMs / MINUTE_MS),
  };
}
