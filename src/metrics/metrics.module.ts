import { Module } from '@nestjs/common';

import { RequestsModule } from '../requests/requests.module.js';
import { SubmissionsModule } from '../submissions/submissions.module.js';
import { MetricsController } from './metrics.controller.js';
import { MetricsService } from './metrics.service.js';

@Module({
  imports: [RequestsModule, SubmissionsModule],
  controllers: [MetricsController],
  providers: [MetricsService],
})
export class MetricsModule {}
