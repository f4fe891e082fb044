import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { User } from './user.entity.js';
import { Program } from './program.entity.js';
import { UsersRepository } from './users.repository.js';
import { ProgramsRepository } from './programs.repository.js';
import { StatusChanges } from './status-changes.js';

@Module({
  imports: [TypeOrmModule.forFeature([User, Program])],
  providers: [UsersRepository, ProgramsRepository, StatusChanges],
  exports: [UsersRepository, ProgramsRepository, StatusChanges],
})
export class UserModelModule {}
