import { Module } from '@nestjs/common';

import { ActorsModule } from '../../actors/actors.module.js';
import { AlertsModule } from '../../alerts/alerts.module.js';
import { AuditModule } from '../../audit/audit.module.js';
import { AuthModule } from '../../auth/auth.module.js';
import { IdentityModule } from '../../identity/identity.module.js';
import { ProgressModule } from '../../progress/progress.module.js';
import { RequestLogModule } from '../../request-log/request-log.module.js';
import { SubmissionsModule } from '../../submissions/submissions.module.js';
import { SyncModule } from '../../sync/sync.module.js';
import { UsersModule } from '../../users/users.module.js';
import { AdminConnectorsModule } from '../connectors/connectors.module.js';
import { AdminRunsModule } from '../runs/runs.module.js';
import { AttentionController } from './attention.controller.js';
import { AttentionService } from './attention.service.js';
import { FirstStepsController } from './first-steps.controller.js';
import { FirstStepsService } from './first-steps.service.js';
import { OverviewController } from './overview.controller.js';
import { OverviewService } from './overview.service.js';

@Module({
  imports: [
    ActorsModule,
    AdminConnectorsModule,
    AdminRunsModule,
    AlertsModule,
    AuditModule,
    AuthModule,
    IdentityModule,
    ProgressModule,
    RequestLogModule,
    SubmissionsModule,
    SyncModule,
    UsersModule,
  ],
  controllers: [AttentionController, FirstStepsController, OverviewController],
  providers: [AttentionService, FirstStepsService, OverviewService],
})
export class AdminOverviewModule {}
