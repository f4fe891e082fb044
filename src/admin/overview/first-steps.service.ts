import { Inject, Injectable } from '@nestjs/common';

import { AlertSettingsService } from '../../alerts/settings/alert-settings.service.js';
import { AlertWebhooks } from '../../alerts/webhooks/alert-webhooks.service.js';
import { AuditService } from '../../audit/audit.service.js';
import { AdministratorsRepository } from '../../auth/administrators/administrators.repository.js';
import { SignOnSettingsService } from '../../auth/sso/sign-on-settings.service.js';
import { CONFIG } from '../../config/config.module.js';
import type { Config } from '../../config/environment.js';
import { success, type Success } from '../../http/answers.js';
import { TemplatesService } from '../../progress/templates/templates.service.js';
import { RequestsService } from '../../request-log/requests.service.js';
import { DEFAULT_SETTINGS } from '../../settings/stored-settings.js';
import { CredentialsService } from '../../tenancy/credentials/credentials.service.js';
import { isSandboxId } from '../../tenancy/credentials/secrets.js';
import type { Scope } from '../../tenancy/scope.js';
import { TenancyService } from '../../tenancy/tenants/tenancy.service.js';
import { RunsService } from '../../users/runs/runs.service.js';
import { FIRST_STEPS, type FirstStep, type FirstStepDto, type FirstStepsDto } from './first-steps.dto.js';

/** When a step was done, true where that is not known, and false or undefined while it is not done. */
type Done = Date | boolean | undefined;

function presentStep(step: FirstStep, done: Done): FirstStepDto {
  const isDone = done !== undefined && done !== false;
  return { step, isDone, doneAt: done instanceof Date ? done.toISOString() : null };
}

/** What a new university has set up: each step is an indexed lookup, until all are done. */
@Injectable()
export class FirstStepsService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly tenancy: TenancyService,
    private readonly credentials: CredentialsService,
    private readonly requests: RequestsService,
    private readonly runs: RunsService,
    private readonly templates: TemplatesService,
    private readonly administrators: AdministratorsRepository,
    private readonly signOn: SignOnSettingsService,
    private readonly alerts: AlertSettingsService,
    private readonly webhooks: AlertWebhooks,
    private readonly audit: AuditService,
  ) {}

  async show(scope: Scope): Promise<Success<FirstStepsDto>> {
    return success(await this.stateOf(scope, scope.tenant.firstSteps));
  }

  async hide(scope: Scope, isHidden: boolean): Promise<Success<FirstStepsDto>> {
    await this.tenancy.hideFirstSteps(scope, isHidden);
    const isDone = scope.tenant.firstSteps === 'done';
    return success(await this.stateOf(scope, isDone ? 'done' : isHidden ? 'hidden' : undefined));
  }

  async confirmUniversity(scope: Scope): Promise<Success<FirstStepsDto>> {
    const settings = await this.audit.firstSettings(scope);
    if (!settings.has('timeZone')) await this.tenancy.confirmUniversity(scope);
    return this.show(scope);
  }

  private async stateOf(scope: Scope, known: Scope['tenant']['firstSteps']): Promise<FirstStepsDto> {
    const isSandbox = isSandboxId(scope.tenantId);
    const { emailDomain, timeZone } = scope.tenant;
    const common = {
      university: { emailDomain, timeZone },
      hasSandboxes: this.config.sandboxes && !isSandbox,
    };
    // A sandbox is not set up: its seed has all that it needs.
    if (isSandbox) return { state: 'done', steps: [], ...common };
    if (known !== undefined) return { state: known, steps: [], ...common };
    const steps = await this.steps(scope);
    if (steps.some(({ isDone }) => !isDone)) return { state: 'open', steps, ...common };
    await this.tenancy.markFirstStepsDone(scope);
    return { state: 'done', steps: [], ...common };
  }

  private async steps(scope: Scope): Promise<FirstStepDto[]> {
    const [settings, keys, run, milestones, colleague, signOn, alerts, webhooks] = await Promise.all([
      this.audit.firstSettings(scope),
      this.credentials.firstUse(scope),
      this.firstRun(scope),
      this.templates.exists(scope),
      this.administrators.hasSecond(scope),
      this.signOn.stored(scope),
      this.alerts.show(scope),
      this.webhooks.activeIds(scope),
    ]);
    const { recipients, kinds } = alerts.settings;
    const done: Readonly<Record<FirstStep, Done>> = {
      university:
        settings.get('timeZone') ??
        settings.get('emailDomain') ??
        scope.tenant.timeZone !== DEFAULT_SETTINGS.timeZone,
      key: keys.firstKeyAt ?? undefined,
      call: keys.isUsed,
      // After the first run there is nothing left to try.
      dryRun: run === undefined ? await this.requests.firstDryRun(scope) : true,
      run,
      limits: settings.get('deprovisioningGuard'),
      milestones,
      colleague,
      signOn: signOn?.changedAt,
      alerts:
        webhooks.length > 0 ||
        recipients.length > 0 ||
        kinds.some((kind) => (kind.recipients ?? []).length > 0),
    };
    return FIRST_STEPS.map((step) => presentStep(step, done[step]));
  }

  /** Of the SIS, or of a file; a run without a name is known by its last one alone. */
  private async firstRun(scope: Scope): Promise<Done> {
    const [named, last] = await Promise.all([this.runs.firstStart(scope), this.requests.lastRun(scope)]);
    return named ?? (last === undefined ? undefined : true);
  }
}
