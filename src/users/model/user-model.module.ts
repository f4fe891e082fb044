import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { User } from './user.entity.js';
import { Program } from './programs/program.entity.js';
import { UserWritesRepository } from './user-writes.repository.js';
import { UsersRepository } from './users.repository.js';
import { ProgramsRepository } from './programs/programs.repository.js';
import { CommitteeImpacts } from './committee-impacts.js';
import { KeepActiveService } from './keep-active/keep-active.service.js';
import { StatusChanges } from './status-changes.js';

@Module({
  imports: [TypeOrmModule.forFeature([User, Program])],
  providers: [
    UsersRepository,
    UserWritesRepository,
    ProgramsRepository,
    StatusChanges,
    KeepActiveService,
    CommitteeImpacts,
  ],
  exports: [
    UsersRepository,
    UserWritesRepository,
    ProgramsRepository,
    StatusChanges,
    KeepActiveService,
    CommitteeImpacts,
  ],
})
export class UserModelModule {}
