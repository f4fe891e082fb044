import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { MatchingModule } from '../matching/matching.module.js';
import { User } from '../model/user.entity.js';
import { UserListRepository } from './user-list.repository.js';
import { UserListService } from './user-list.service.js';
import { UserNames } from './user-names.js';

@Module({
  imports: [MatchingModule, TypeOrmModule.forFeature([User])],
  providers: [UserListRepository, UserListService, UserNames],
  exports: [UserListService, UserNames],
})
export class UserListModule {}
