import { Module } from '@nestjs/common';

import { BackgroundModule } from '../background/background.module.js';
import { HealthController } from './health.controller.js';
import { HealthService } from './health.service.js';
import { IntegrationRootController } from './integration-root.controller.js';

@Module({
  imports: [BackgroundModule],
  controllers: [HealthController, IntegrationRootController],
  providers: [HealthService],
})
export class HealthModule {}
