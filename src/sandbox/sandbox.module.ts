import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { BackgroundModule } from '../background/background.module.js';
import { AlertWorkModule } from '../alerts/alert-work.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { HttpModule } from '../http/server/http.module.js';
import { RetentionModule } from '../privacy/retention/retention.module.js';
import { ProgressModule } from '../progress/progress.module.js';
import { RequestsModule } from '../requests/requests.module.js';
import { SubmissionsModule } from '../submissions/submissions.module.js';
import { SyncModule } from '../sync/sync.module.js';
import { FailedRowsModule } from '../users/failed-rows/failed-rows.module.js';
import { RunsModule } from '../users/runs/runs.module.js';
import { StatisticsModule } from '../users/statistics/statistics.module.js';
import { SandboxClockService } from './clock/sandbox-clock.service.js';
import { Sandbox } from './entities/sandbox.entity.js';
import { SandboxFault } from './entities/sandbox-fault.entity.js';
import { SandboxRequest } from './entities/sandbox-request.entity.js';
import { SandboxTemplate } from './entities/sandbox-template.entity.js';
import { FaultsRepository } from './faults/faults.repository.js';
import { FaultsService } from './faults/faults.service.js';
import { SandboxRequestsRepository } from './requests/requests.repository.js';
import { RequestsRecorder } from './requests/requests-recorder.js';
import { SandboxRequestsService } from './requests/sandbox-requests.service.js';
import { SandboxGuard } from './sandbox.guard.js';
import { SandboxSweep } from './sandbox-sweep.js';
import { SandboxesController } from './sandboxes.controller.js';
import { SandboxesRepository } from './sandboxes.repository.js';
import { SandboxesService } from './sandboxes.service.js';
import { SeedsService } from './seeds/seeds.service.js';
import { TenantRowsRepository } from './tenant-rows.repository.js';

/** Tenants for tests, with a clock that testers move. */
@Module({
  imports: [
    BackgroundModule,
    TypeOrmModule.forFeature([Sandbox, SandboxTemplate, SandboxFault, SandboxRequest]),
    AlertWorkModule,
    AuthModule,
    HttpModule,
    ProgressModule,
    RetentionModule,
    RequestsModule,
    RunsModule,
    FailedRowsModule,
    StatisticsModule,
    SubmissionsModule,
    SyncModule,
  ],
  controllers: [SandboxesController],
  providers: [
    SandboxesRepository,
    TenantRowsRepository,
    SeedsService,
    SandboxesService,
    SandboxClockService,
    FaultsRepository,
    FaultsService,
    SandboxRequestsRepository,
    RequestsRecorder,
    SandboxRequestsService,
    SandboxGuard,
    SandboxSweep,
  ],
  exports: [SandboxGuard, RequestsRecorder],
})
export class SandboxModule {}
