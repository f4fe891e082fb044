import { Module } from '@nestjs/common';
import { Registry } from 'prom-client';

import { BackgroundModule } from '../background/background.module.js';
import { MatchModule } from '../identity/match/match.module.js';
import { IdentityModule } from '../identity/identity.module.js';
import { AlertsModule } from '../alerts/alerts.module.js';
import { ProgressModule } from '../progress/progress.module.js';
import { RequestLogModule } from '../request-log/request-log.module.js';
import { SubmissionsModule } from '../submissions/submissions.module.js';
import { SyncModule } from '../sync/sync.module.js';
import { UsersModule } from '../users/users.module.js';
import { BackgroundGauges } from './background-gauges.js';
import { DatabaseMetrics } from './database-metrics.js';
import { MetricsController } from './metrics.controller.js';
import { MetricsService } from './metrics.service.js';
import { ProcessGauges } from './process-gauges.js';
import { RequestMeter } from './request-meter.js';
import { ScimMeter } from './scim-meter.js';

/** The registry contains the metrics of one process. */
@Module({
  imports: [
    BackgroundModule,
    AlertsModule,
    IdentityModule,
    MatchModule,
    ProgressModule,
    RequestLogModule,
    SubmissionsModule,
    SyncModule,
    UsersModule,
  ],
  controllers: [MetricsController],
  providers: [
    { provide: Registry, useFactory: () => new Registry() },
    RequestMeter,
    ScimMeter,
    ProcessGauges,
    BackgroundGauges,
    DatabaseMetrics,
    MetricsService,
  ],
})
export class MetricsModule {}
