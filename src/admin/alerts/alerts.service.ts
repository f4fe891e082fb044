import { Injectable } from '@nestjs/common';

import {
  type AlertSettingsDto,
  type AlertTokenDto,
  presentAlertSettings,
  type PutAlertSettingsDto,
} from '../../alerts/alerts.dto.js';
import { AlertIncidentsService } from '../../alerts/incidents/alert-incidents.service.js';
import { MailSender } from '../../alerts/mail/mail-sender.js';
import {
  AlertSettingsService,
  type AlertSettingsState,
} from '../../alerts/settings/alert-settings.service.js';
import { settingsOfBody } from '../../alerts/settings/settings-of-body.js';
import { PublicUrl } from '../../config/public-url.js';
import { success, type Success } from '../../http/answers.js';
import { requireUnchanged } from '../../http/entity-tags.js';
import type { Scope } from '../../tenancy/scope.js';
import { listed, pageRangeOf } from '../../http/lists/list-query.js';
import { type AlertDto, type AlertListQueryDto, presentAlert } from './alerts.dto.js';

/** Alerts for the administration pages. */
@Injectable()
export class AdminAlertsService {
  constructor(
    private readonly incidents: AlertIncidentsService,
    private readonly settings: AlertSettingsService,
    private readonly sender: MailSender,
    private readonly publicUrl: PublicUrl,
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
    return listed(rows.map(presentAlert), total, query, { checkedAt, mayMail: this.sender.isSet });
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

  private present(state: AlertSettingsState): Success<AlertSettingsDto> {
    const tokenMadeAt = state.tokenMadeAt?.toISOString() ?? null;
    return success(presentAlertSettings(state), { meta: { mayMail: this.sender.isSet, tokenMadeAt } });
  }
}
