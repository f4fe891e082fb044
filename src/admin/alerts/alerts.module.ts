import { Module } from '@nestjs/common';

import { AlertsModule } from '../../alerts/alerts.module.js';
import { AdminAlertsController } from './alerts.controller.js';
import { AdminAlertsService } from './alerts.service.js';

@Module({
  imports: [AlertsModule],
  controllers: [AdminAlertsController],
  providers: [AdminAlertsService],
})
export class AdminAlertsModule {}
