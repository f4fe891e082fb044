import { Injectable } from '@nestjs/common';

import {
  type AlertSettingsDto,
  type AlertTokenDto,
  presentAlertSettings,
  type PutAlertSettingsDto,
  type TestAlertsDto,
} from '../../alerts/alerts.dto.js';
import { ActorLabels } from '../../actors/actor-labels.js';
import {
  AlertIncidentsService,
  type IncidentWithMessages,
} from '../../alerts/incidents/alert-incidents.service.js';
import { AlertSnoozes } from '../../alerts/incidents/alert-snoozes.service.js';
import { AlertTests } from '../../alerts/mail/alert-test.service.js';
import { MailSender } from '../../alerts/mail/mail-sender.js';
import {
  AlertSettingsService,
  type AlertSettingsState,
} from '../../alerts/settings/alert-settings.service.js';
import { AlertWebhooks } from '../../alerts/webhooks/alert-webhooks.service.js';
import { settingsOfBody } from '../../alerts/settings/settings-of-body.js';
import { PublicUrl } from '../../config/public-url.js';
import { success, type Success } from '../../http/answers.js';
import { requireUnchanged } from '../../http/entity-tags.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { listed, onlyRowOf, pageRangeOf } from '../../http/lists/list-query.js';
import {
  actorsOf,
  type AlertDto,
  type AlertListQueryDto,
  type AlertTestDto,
  presentAlert,
  type SnoozeAlertDto,
} from './alerts.dto.js';

/** Alerts for the administration pages. */
@Injectable()
export class AdminAlertsService {
  constructor(
    private readonly incidents: AlertIncidentsService,
    private readonly snoozes: AlertSnoozes,
    private readonly tests: AlertTests,
    private readonly settings: AlertSettingsService,
    private readonly webhooks: AlertWebhooks,
    private readonly sender: MailSender,
    private readonly publicUrl: PublicUrl,
    private readonly labels: ActorLabels,
  ) {}

  /** The incident that opened last comes first. */
  async list(scope: Scope, query: AlertListQueryDto): Promise<Success<AlertDto[]>> {
    const { state, kind, order = 'DESC' } = query;
    const { rows, total } = await this.incidents.page(
      scope,
      { state, kind },
      { order, ...pageRangeOf(query) },
    );
    const checkedAt = (await this.incidents.checkedAt(scope))?.toISOString() ?? null;
    return listed(await this.presentAll(scope, rows), total, query, {
      checkedAt,
      mayMail: this.sender.isSet,
    });
  }

  /**
   * @throws {AlertNotFound} when the tenant has no such alert
   * @throws {AlertEnded} when it is not open
   */
  async snooze(scope: Scope, id: string, { length, note }: SnoozeAlertDto): Promise<Success<AlertDto>> {
    await this.snoozes.snooze(scope, id, length, note ?? null);
    return this.one(scope, id, 'SNOOZED');
  }

  /** @throws {AlertNotFound} when the tenant has no such alert */
  async wake(scope: Scope, id: string): Promise<Success<AlertDto>> {
    const { isChanged } = await this.snoozes.wake(scope, id);
    return this.one(scope, id, isChanged ? 'WOKEN' : 'NOT SNOOZED');
  }

  /** @throws {NoMailServer}, {@link NoMailFromSandbox} or {@link RateLimited} when no message is sent */
  async test(scope: Scope, { recipients }: TestAlertsDto): Promise<Success<AlertTestDto[]>> {
    return success(await this.tests.send(scope, recipients));
  }

  async showSettings(scope: Scope): Promise<Success<AlertSettingsDto>> {
    return this.present(await this.settings.show(scope));
  }

  /**
   * @param ifMatch the entity tag of what the caller has read
   * @throws {ValidationFailed} when a value cannot be set
   * @throws {ChangedMeanwhile} when the caller has read something else
   */
  async putSettings(
    scope: Scope,
    input: PutAlertSettingsDto,
    ifMatch?: string,
  ): Promise<Success<AlertSettingsDto>> {
    const changed = await this.settings.replace(scope, settingsOfBody(input), (known) => {
      requireUnchanged(ifMatch, presentAlertSettings(known));
    });
    return this.present(changed);
  }

  async makeToken(scope: Scope): Promise<Success<AlertTokenDto>> {
    const token = await this.settings.makeToken(scope);
    return success({ token, url: `${this.publicUrl.value}/health/alerts` });
  }

  async removeToken(scope: Scope): Promise<Success<AlertSettingsDto>> {
    await this.settings.removeToken(scope);
    return this.showSettings(scope);
  }

  private async one(scope: Scope, id: string, message: string): Promise<Success<AlertDto>> {
    const alert = await this.incidents.one(scope, id);
    return success(onlyRowOf(await this.presentAll(scope, [alert])), { message });
  }

  private async presentAll(scope: Scope, rows: readonly IncidentWithMessages[]): Promise<AlertDto[]> {
    const labelOf = await this.labels.of(scope, rows, actorsOf);
    const context = {
      now: nowOf(scope),
      checkedAt: await this.incidents.checkedAt(scope),
      webhooks: new Map((await this.webhooks.list(scope)).map(({ id, name }) => [id, name])),
    };
    return rows.map((row) => presentAlert(row, labelOf, context));
  }

  private present(state: AlertSettingsState): Success<AlertSettingsDto> {
    const tokenMadeAt = state.tokenMadeAt?.toISOString() ?? null;
    return success(presentAlertSettings(state), { meta: { mayMail: this.sender.isSet, tokenMadeAt } });
  }
}
