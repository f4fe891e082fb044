import { Module } from '@nestjs/common';

import { BackgroundModule } from '../background/background.module.js';
import { IdentityModule } from '../identity/identity.module.js';
import { RequestLogModule } from '../request-log/request-log.module.js';
import { SyncModule } from '../sync/sync.module.js';
import { UsersModule } from '../users/users.module.js';
import { AlertChecks } from './alert-checks.service.js';
import { AlertsModule } from './alerts.module.js';
import { IncidentWriter } from './incidents/incident-writer.js';
import { KIND_PROVIDERS } from './kinds/kinds.js';
import { AlertMail } from './mail/alert-mail.service.js';
import { AlertOutbox } from './outbox/alert-outbox.service.js';
import { AlertPosts } from './webhooks/alert-posts.service.js';

/** Checks and sends. The terminal does not: it may not know the address of the service, which messages contain. */
@Module({
  imports: [BackgroundModule, AlertsModule, IdentityModule, RequestLogModule, SyncModule, UsersModule],
  providers: [...KIND_PROVIDERS, IncidentWriter, AlertChecks, AlertOutbox, AlertMail, AlertPosts],
})
export class AlertWorkModule {}
