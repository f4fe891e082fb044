import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { BulkUsersService } from './provisioning/bulk-users.service.js';
import { UserHistoryEntry } from './history/user-change.entity.js';
import { UserChangesListener } from './history/user-changes.listener.js';
import { UserHistoryService } from './history/user-history.service.js';
import { UserChangesRepository } from './history/user-changes.repository.js';
import { DryRuns } from './provisioning/dry-run.js';
import { DeprovisioningGuard } from './deprovisioning-limits/deprovisioning-guard.js';
import { DeprovisioningWindow } from './deprovisioning-limits/deprovisioning-window.entity.js';
import { DeprovisioningWindowsRepository } from './deprovisioning-limits/deprovisioning-windows.repository.js';
import { HeldRequest } from './deprovisioning-limits/held-request.entity.js';
import { HeldRequestsRepository } from './deprovisioning-limits/held-requests.repository.js';
import { HoldsController } from './deprovisioning-limits/holds.controller.js';
import { HoldsService } from './deprovisioning-limits/holds.service.js';
import { UserListRepository } from './list/user-list.repository.js';
import { UserListService } from './list/user-list.service.js';
import { Program } from './model/program.entity.js';
import { PeopleCounter } from './statistics/people-counts.js';
import { ProgramsRepository } from './model/programs.repository.js';
import { ProgramsService } from './provisioning/programs.service.js';
import { ProvisioningService } from './provisioning/provisioning.service.js';
import { RunActor } from './runs/run-actor.entity.js';
import { RunTally } from './runs/run-tally.js';
import { Run } from './runs/run.entity.js';
import { RunsController } from './runs/runs.controller.js';
import { RunsRepository } from './runs/runs.repository.js';
import { RunsService } from './runs/runs.service.js';
import { StatusChanges } from './model/status-changes.js';
import { CountedRefusals } from './statistics/counted-refusals.filter.js';
import { ProvisioningDay } from './statistics/provisioning-day.entity.js';
import { ProvisioningDaysRepository } from './statistics/provisioning-days.repository.js';
import { ProvisioningTally } from './statistics/provisioning-tally.js';
import { BodyHashes } from './unchanged-bodies/body-hashes.js';
import { RecognitionService } from './unchanged-bodies/recognition.service.js';
import { UndoService } from './undo/undo.service.js';
import { User } from './model/user.entity.js';
import { UserLookup } from './matching/user-lookup.js';
import { UserNumber } from './id-blocks/user-number.entity.js';
import { UserNumbers } from './id-blocks/user-numbers.js';
import { UserNumbersRepository } from './id-blocks/user-numbers.repository.js';
import { UsersController } from './provisioning/users.controller.js';
import { UsersRepository } from './model/users.repository.js';
import { UsersService } from './provisioning/users.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([User, Program, UserNumber, UserHistoryEntry, ProvisioningDay]),
    TypeOrmModule.forFeature([DeprovisioningWindow, HeldRequest, Run, RunActor]),
  ],
  controllers: [UsersController, HoldsController, RunsController],
  providers: [
    UsersRepository,
    ProgramsRepository,
    ProgramsService,
    UserNumbersRepository,
    UserNumbers,
    BodyHashes,
    RecognitionService,
    ProvisioningService,
    DryRuns,
    BulkUsersService,
    UsersService,
    UserLookup,
    PeopleCounter,
    UserChangesRepository,
    UserChangesListener,
    UserHistoryService,
    UserListRepository,
    UserListService,
    ProvisioningDaysRepository,
    ProvisioningTally,
    RunsRepository,
    RunTally,
    RunsService,
    UndoService,
    CountedRefusals,
    StatusChanges,
    DeprovisioningWindowsRepository,
    HeldRequestsRepository,
    DeprovisioningGuard,
    HoldsService,
  ],
  exports: [
    UsersService,
    ProgramsService,
    ProvisioningService,
    UserLookup,
    ProvisioningTally,
    PeopleCounter,
    UserListService,
    UserHistoryService,
    DeprovisioningGuard,
    HoldsService,
    RunsService,
    RunTally,
    UndoService,
  ],
})
export class UsersModule {}
