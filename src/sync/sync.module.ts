import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { BackgroundModule } from '../background/background.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { SubmissionsModule } from '../submissions/submissions.module.js';
import { UsersModule } from '../users/users.module.js';
import { ClaimCounts } from './claims/claim-counts.js';
import { ClaimReports } from './claims/claim-reports.js';
import { ClaimWaiters } from './claims/claim-waiters.js';
import { ClaimableSystems } from './claims/claimable-systems.js';
import { ClaimsController } from './claims/claims.controller.js';
import { ClaimsRepository } from './claims/claims.repository.js';
import { ClaimsService } from './claims/claims.service.js';
import { HandOut } from './claims/hand-out.js';
import { LeaseSweep } from './claims/lease-sweep.js';
import { ConnectorsController } from './connectors/connectors.controller.js';
import { ConnectorsRepository } from './connectors/connectors.repository.js';
import { ConnectorsService } from './connectors/connectors.service.js';
import { TargetSystemsService } from './connectors/target-systems.service.js';
import { FailedItem } from './entities/failed-item.entity.js';
import { OpenItem } from './entities/open-item.entity.js';
import { SyncConnectorTally } from './entities/sync-connector-tally.entity.js';
import { SyncClaim } from './entities/sync-claim.entity.js';
import { SyncItem } from './entities/sync-item.entity.js';
import { SyncPause } from './entities/sync-pause.entity.js';
import { SyncWaitingTotal } from './entities/sync-waiting-total.entity.js';
import { EnvelopeService } from './envelope/envelope.service.js';
import { FailureListRepository } from './failures/failure-list.repository.js';
import { Failures } from './failures/failures.js';
import { FailuresRepository } from './failures/failures.repository.js';
import { OpenItems } from './groups/open-items.js';
import { OpenItemsRepository } from './groups/open-items.repository.js';
import { ReadySignal } from './groups/ready-signal.js';
import { WaitingTotalsRepository } from './groups/waiting-totals.repository.js';
import { QueueListRepository } from './list/queue-list.repository.js';
import { QueueListService } from './list/queue-list.service.js';
import { PausesRepository } from './pauses/pauses.repository.js';
import { PausesService } from './pauses/pauses.service.js';
import { BulkReplayController } from './replay/bulk-replay.controller.js';
import { BulkReplayService } from './replay/bulk-replay.service.js';
import { ReplayRepository } from './replay/replay.repository.js';
import { ReviewListener } from './review.listener.js';
import { SchemasController } from './schemas.controller.js';
import { SyncController } from './sync.controller.js';
import { SyncQueue } from './sync-queue.js';
import { SyncRepository } from './sync.repository.js';
import { SyncService } from './sync.service.js';

@Module({
  imports: [
    BackgroundModule,
    TypeOrmModule.forFeature([
      SyncItem,
      OpenItem,
      FailedItem,
      SyncClaim,
      SyncConnectorTally,
      SyncWaitingTotal,
      SyncPause,
    ]),
    SubmissionsModule,
    UsersModule,
    AuditModule,
  ],
  controllers: [
    SyncController,
    BulkReplayController,
    ClaimsController,
    ConnectorsController,
    SchemasController,
  ],
  providers: [
    SyncRepository,
    OpenItemsRepository,
    WaitingTotalsRepository,
    ClaimsRepository,
    ConnectorsRepository,
    ConnectorsService,
    FailuresRepository,
    FailureListRepository,
    Failures,
    QueueListRepository,
    QueueListService,
    PausesRepository,
    PausesService,
    TargetSystemsService,
    OpenItems,
    ReadySignal,
    SyncQueue,
    ReviewListener,
    SyncService,
    ReplayRepository,
    BulkReplayService,
    EnvelopeService,
    HandOut,
    ClaimsService,
    ClaimReports,
    ClaimWaiters,
    ClaimableSystems,
    ClaimCounts,
    LeaseSweep,
  ],
  exports: [
    BulkReplayService,
    ClaimCounts,
    ConnectorsService,
    FailureListRepository,
    PausesService,
    QueueListService,
    SyncQueue,
    SyncService,
    EnvelopeService,
    TargetSystemsService,
  ],
})
export class SyncModule {}
