import { Module } from '@nestjs/common';

import { HealthController } from './health.controller.js';
import { HealthService } from './health.service.js';
import { IntegrationRootController } from './integration-root.controller.js';

@Module({ controllers: [HealthController, IntegrationRootController], providers: [HealthService] })
export class HealthModule {}
