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

  /** @throws {ValidationFailed} when a value cannot be set */
  async putSettings(scope: Scope, input: PutAlertSettingsDto): Promise<Success<AlertSettingsDto>> {
    return this.present(await this.settings.replace(scope, settingsOfBody(input)));
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
