import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { BulkUsersService } from './bulk-users.service.js';
import { UserHistoryEntry } from './changes/user-change.entity.js';
import { UserChangesListener } from './changes/user-changes.listener.js';
import { UserHistoryService } from './changes/user-history.service.js';
import { UserChangesRepository } from './changes/user-changes.repository.js';
import { DryRuns } from './dry-run.js';
import { DeprovisioningGuard } from './guard/deprovisioning-guard.js';
import { DeprovisioningWindow } from './guard/deprovisioning-window.entity.js';
import { DeprovisioningWindowsRepository } from './guard/deprovisioning-windows.repository.js';
import { GuardFacts } from './guard/guard-facts.js';
import { HeldRequest } from './guard/held-request.entity.js';
import { HeldRequestsRepository } from './guard/held-requests.repository.js';
import { HoldsController } from './guard/holds.controller.js';
import { HoldsService } from './guard/holds.service.js';
import { UserListRepository } from './list/user-list.repository.js';
import { UserListService } from './list/user-list.service.js';
import { Program } from './program.entity.js';
import { PeopleCounter } from './people-counts.js';
import { ProgramsRepository } from './programs.repository.js';
import { ProgramsService } from './programs.service.js';
import { ProvisioningService } from './provisioning.service.js';
import { RunActor } from './runs/run-actor.entity.js';
import { RunTally } from './runs/run-tally.js';
import { Run } from './runs/run.entity.js';
import { RunsController } from './runs/runs.controller.js';
import { RunsRepository } from './runs/runs.repository.js';
import { RunsService } from './runs/runs.service.js';
import { StatusChanges } from './status-changes.js';
import { CountedRefusals } from './tally/counted-refusals.filter.js';
import { ProvisioningDay } from './tally/provisioning-day.entity.js';
import { ProvisioningDaysRepository } from './tally/provisioning-days.repository.js';
import { ProvisioningTally } from './tally/provisioning-tally.js';
import { BodyHashes } from './recognition/body-hashes.js';
import { RecognitionService } from './recognition/recognition.service.js';
import { UndoService } from './undo/undo.service.js';
import { User } from './user.entity.js';
import { UserFacts } from './user-facts.js';
import { UserLookup } from './user-lookup.js';
import { UserNumber } from './user-number.entity.js';
import { UserNumbers } from './user-numbers.js';
import { UserNumbersRepository } from './user-numbers.repository.js';
import { UsersController } from './users.controller.js';
import { UsersRepository } from './users.repository.js';
import { UsersService } from './users.service.js';

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
    UserFacts,
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
    GuardFacts,
    DeprovisioningGuard,
    HoldsService,
  ],
  exports: [
    UsersService,
    ProgramsService,
    ProvisioningService,
    UserFacts,
    UserLookup,
    ProvisioningTally,
    PeopleCounter,
    UserListService,
    UserHistoryService,
    GuardFacts,
    DeprovisioningGuard,
    HoldsService,
    RunsService,
    RunTally,
    UndoService,
  ],
})
export class UsersModule {}
