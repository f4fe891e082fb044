import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { AuditModule } from '../audit/audit.module.js';
import { AlertCheck } from './entities/alert-check.entity.js';
import { AlertIncident } from './entities/alert-incident.entity.js';
import { AlertMessage } from './entities/alert-message.entity.js';
import { AlertWebhook } from './entities/alert-webhook.entity.js';
import { StoredAlertSettings } from './entities/stored-alert-settings.entity.js';
import { AlertPageController } from './alert-page.controller.js';
import { AlertPageService } from './alert-page.service.js';
import { AlertChecksRepository } from './incidents/alert-checks.repository.js';
import { AlertIncidentsRepository } from './incidents/alert-incidents.repository.js';
import { AlertIncidentsService } from './incidents/alert-incidents.service.js';
import { AlertMessagesRepository } from './incidents/alert-messages.repository.js';
import { AlertSnoozes } from './incidents/alert-snoozes.service.js';
import { AlertTests } from './mail/alert-test.service.js';
import { MailSender } from './mail/mail-sender.js';
import { AlertSettingsRepository } from './settings/alert-settings.repository.js';
import { AlertSettingsService } from './settings/alert-settings.service.js';
import { AlertWebhooksRepository } from './webhooks/alert-webhooks.repository.js';
import { AlertWebhooks } from './webhooks/alert-webhooks.service.js';
import { WebhookSender } from './webhooks/webhook-sender.js';

/** What tenants set about alerts, and what is known of incidents. It checks nothing and sends nothing by itself. */
@Module({
  imports: [
    TypeOrmModule.forFeature([StoredAlertSettings, AlertCheck, AlertIncident, AlertMessage, AlertWebhook]),
    AuditModule,
  ],
  controllers: [AlertPageController],
  providers: [
    AlertSettingsRepository,
    AlertChecksRepository,
    AlertIncidentsRepository,
    AlertMessagesRepository,
    AlertSettingsService,
    AlertIncidentsService,
    AlertPageService,
    AlertSnoozes,
    MailSender,
    AlertTests,
    AlertWebhooksRepository,
    WebhookSender,
    AlertWebhooks,
  ],
  exports: [
    AlertChecksRepository,
    AlertIncidentsRepository,
    AlertMessagesRepository,
    AlertSettingsService,
    AlertIncidentsService,
    AlertSnoozes,
    MailSender,
    AlertTests,
    WebhookSender,
    AlertWebhooks,
  ],
})
export class AlertsModule {}
