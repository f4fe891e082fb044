import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { BackgroundModule } from '../background/background.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { HttpModule } from '../http/server/http.module.js';
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
    AuthModule,
    HttpModule,
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
