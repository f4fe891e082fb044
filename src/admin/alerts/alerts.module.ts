import { Module } from '@nestjs/common';

import { ActorsModule } from '../../actors/actors.module.js';
import { AlertsModule } from '../../alerts/alerts.module.js';
import { AdminAlertsController } from './alerts.controller.js';
import { AdminAlertsService } from './alerts.service.js';
import { AdminWebhooksController } from './webhooks.controller.js';
import { AdminWebhooksService } from './webhooks.service.js';

@Module({
  imports: [ActorsModule, AlertsModule],
  controllers: [AdminWebhooksController, AdminAlertsController],
  providers: [AdminAlertsService, AdminWebhooksService],
})
export class AdminAlertsModule {}
