import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { BackgroundModule } from '../background/background.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { SubmissionsModule } from '../submissions/submissions.module.js';
import { UsersModule } from '../users/users.module.js';
import { Candidates } from './claims/candidates.js';
import { ClaimCounts } from './claims/claim-counts.js';
import { ClaimReports } from './claims/claim-reports.js';
import { ClaimWaiters } from './claims/claim-waiters.js';
import { ClaimsController } from './claims/claims.controller.js';
import { ClaimsForget } from './claims/claims-forget.js';
import { ClaimsRepository } from './items/claims.repository.js';
import { ClaimsService } from './claims/claims.service.js';
import { HandOut } from './claims/hand-out.js';
import { HeldClaims } from './claims/held-claims.js';
import { LeaseEnds } from './claims/lease-ends.js';
import { LeaseSweep } from './claims/lease-sweep.js';
import { LeasesService } from './claims/leases.service.js';
import { ConnectorsController } from './connectors/connectors.controller.js';
import { ConnectorsRepository } from './connectors/connectors.repository.js';
import { QueueDaysService } from './connectors/queue-days.service.js';
import { ConnectorsService } from './connectors/connectors.service.js';
import { TargetSystemsService } from './connectors/target-systems.service.js';
import { ContactsRepository } from './contacts/contacts.repository.js';
import { ContactsService } from './contacts/contacts.service.js';
import { CountersRepository } from './counters/counters.repository.js';
import { UnusedCountersRepository } from './counters/unused-counters.repository.js';
import { RetainedSyncDays } from './days/retained-sync-days.js';
import { SyncDaysRepository } from './days/sync-days.repository.js';
import { SyncDaysTally } from './days/sync-days-tally.js';
import { OpenItem } from './entities/open-item.entity.js';
import { SyncClaim } from './entities/sync-claim.entity.js';
import { SyncCounter } from './entities/sync-counter.entity.js';
import { SyncDay } from './entities/sync-day.entity.js';
import { SyncItem } from './entities/sync-item.entity.js';
import { SyncPause } from './entities/sync-pause.entity.js';
import { TargetContact } from './entities/target-contact.entity.js';
import { EnvelopeService } from './envelope/envelope.service.js';
import { PreviewService } from './envelope/preview.service.js';
import { ErrorGroups } from './failures/error-groups.js';
import { ErrorGroupsRepository } from './failures/error-groups.repository.js';
import { QueueOrder } from './groups/queue-order.js';
import { OpenItemsRepository } from './groups/open-items.repository.js';
import { ReadySignal } from './groups/ready-signal.js';
import { QueueListRepository } from './list/queue-list.repository.js';
import { QueueService } from './list/queue.service.js';
import { QueueListService } from './list/queue-list.service.js';
import { PausesRepository } from './pauses/pauses.repository.js';
import { PausesService } from './pauses/pauses.service.js';
import { BulkReplayController } from './replay/bulk-replay.controller.js';
import { BulkReplayService } from './replay/bulk-replay.service.js';
import { ReplayRepository } from './replay/replay.repository.js';
import { ReviewListener } from './review.listener.js';
import { SchemasController } from './schemas.controller.js';
import { SyncController } from './sync.controller.js';
import { SyncQueue } from './steps/sync-queue.js';
import { SyncRepository } from './items/sync.repository.js';
import { SyncService } from './sync.service.js';

@Module({
  imports: [
    BackgroundModule,
    TypeOrmModule.forFeature([SyncItem, OpenItem, SyncClaim, SyncCounter, SyncDay, SyncPause, TargetContact]),
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
    CountersRepository,
    UnusedCountersRepository,
    SyncDaysRepository,
    SyncDaysTally,
    RetainedSyncDays,
    QueueDaysService,
    ClaimsRepository,
    ContactsRepository,
    ContactsService,
    ConnectorsRepository,
    ConnectorsService,
    ErrorGroupsRepository,
    ErrorGroups,
    QueueListRepository,
    QueueListService,
    QueueService,
    PausesRepository,
    PausesService,
    TargetSystemsService,
    QueueOrder,
    ReadySignal,
    SyncQueue,
    ReviewListener,
    SyncService,
    ReplayRepository,
    BulkReplayService,
    EnvelopeService,
    PreviewService,
    HandOut,
    ClaimsService,
    ClaimReports,
    ClaimWaiters,
    Candidates,
    ClaimCounts,
    LeaseEnds,
    LeaseSweep,
    LeasesService,
    HeldClaims,
    ClaimsForget,
  ],
  exports: [
    BulkReplayService,
    ClaimCounts,
    ConnectorsService,
    ContactsService,
    CountersRepository,
    ErrorGroups,
    PausesService,
    QueueDaysService,
    QueueListService,
    QueueService,
    SyncQueue,
    SyncService,
    PreviewService,
    TargetSystemsService,
  ],
})
export class SyncModule {}
