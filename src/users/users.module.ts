import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { BulkUsersService } from './bulk-users.service.js';
import { UserHistoryEntry } from './changes/user-change.entity.js';
import { UserChangesListener } from './changes/user-changes.listener.js';
import { UserHistoryService } from './changes/user-history.service.js';
import { UserChangesRepository } from './changes/user-changes.repository.js';
import { DryRuns } from './dry-run.js';
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
import { CountedRefusals } from './tally/counted-refusals.filter.js';
import { ProvisioningDay } from './tally/provisioning-day.entity.js';
import { ProvisioningDaysRepository } from './tally/provisioning-days.repository.js';
import { ProvisioningTally } from './tally/provisioning-tally.js';
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
    TypeOrmModule.forFeature([User, Program, UserNumber, UserHistoryEntry, ProvisioningDay, Run, RunActor]),
  ],
  controllers: [UsersController, RunsController],
  providers: [
    UsersRepository,
    ProgramsRepository,
    ProgramsService,
    UserNumbersRepository,
    UserNumbers,
    UserFacts,
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
    RunsService,
    RunTally,
    UndoService,
  ],
})
export class UsersModule {}
