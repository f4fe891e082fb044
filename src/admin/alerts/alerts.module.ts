import { Module } from '@nestjs/common';

import { ActorsModule } from '../../actors/actors.module.js';
import { AlertsModule } from '../../alerts/alerts.module.js';
import { AdminAlertsController } from './alerts.controller.js';
import { AdminAlertsService } from './alerts.service.js';

@Module({
  imports: [ActorsModule, AlertsModule],
  controllers: [AdminAlertsController],
  providers: [AdminAlertsService],
})
export class AdminAlertsModule {}
