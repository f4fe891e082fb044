import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { User } from '../model/user.entity.js';
import { UserListRepository } from './user-list.repository.js';
import { UserListService } from './user-list.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([User])],
  providers: [UserListRepository, UserListService],
  exports: [UserListService],
})
export class UserListModule {}
