import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { User } from './user.entity.js';
import { Program } from './programs/program.entity.js';
import { UserWritesRepository } from './user-writes.repository.js';
import { UsersRepository } from './users.repository.js';
import { ProgramsRepository } from './programs/programs.repository.js';
import { CommitteeImpacts } from './committee-impacts.js';
import { KeepActiveService } from './keep-active/keep-active.service.js';
import { BackgroundModule } from '../../background/background.module.js';
import { PlacesForget } from './places/places-forget.js';
import { UserPlace } from './places/user-place.entity.js';
import { UserPlaces } from './places/user-places.js';
import { UserPlacesRepository } from './places/user-places.repository.js';
import { UserRemoval } from './places/user-removal.entity.js';
import { StatusChanges } from './status-changes.js';

@Module({
  imports: [BackgroundModule, TypeOrmModule.forFeature([User, UserPlace, UserRemoval, Program])],
  providers: [
    UsersRepository,
    UserWritesRepository,
    UserPlaces,
    UserPlacesRepository,
    PlacesForget,
    ProgramsRepository,
    StatusChanges,
    KeepActiveService,
    CommitteeImpacts,
  ],
  exports: [
    UsersRepository,
    UserWritesRepository,
    UserPlaces,
    ProgramsRepository,
    StatusChanges,
    KeepActiveService,
    CommitteeImpacts,
  ],
})
export class UserModelModule {}
