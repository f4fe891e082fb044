import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { UserHistoryEntry } from './user-change.entity.js';
import { UserModelModule } from '../model/user-model.module.js';
import { UserChangesRepository } from './user-changes.repository.js';
import { UserChangesListener } from './user-changes.listener.js';
import { UserHistoryService } from './user-history.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([UserHistoryEntry]), UserModelModule],
  providers: [UserChangesRepository, UserChangesListener, UserHistoryService],
  exports: [UserChangesRepository, UserHistoryService],
})
export class HistoryModule {}
