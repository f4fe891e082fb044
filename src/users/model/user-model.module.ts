import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { User } from './user.entity.js';
import { Program } from './program.entity.js';
import { UsersRepository } from './users.repository.js';
import { ProgramsRepository } from './programs.repository.js';
import { StatusChanges } from './status-changes.js';
import { UserFacts } from './user-facts.js';

@Module({
  imports: [TypeOrmModule.forFeature([User, Program])],
  providers: [UsersRepository, ProgramsRepository, StatusChanges, UserFacts],
  exports: [UsersRepository, ProgramsRepository, StatusChanges, UserFacts],
})
export class UserModelModule {}
