import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { UserHistoryEntry } from './user-change.entity.js';
import { UserModelModule } from '../model/user-model.module.js';
import { RunChangesRepository } from './run-changes.repository.js';
import { UserChangesRepository } from './user-changes.repository.js';
import { UserChangesListener } from './user-changes.listener.js';
import { ProvenanceService } from './provenance.service.js';
import { StatusHistories } from './status-history.js';
import { UserDetailsService } from './user-details.service.js';
import { UserHistoryService } from './user-history.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([UserHistoryEntry]), UserModelModule],
  providers: [
    RunChangesRepository,
    UserChangesRepository,
    UserChangesListener,
    UserDetailsService,
    UserHistoryService,
    ProvenanceService,
    StatusHistories,
  ],
  exports: [
    RunChangesRepository,
    UserChangesRepository,
    UserDetailsService,
    UserHistoryService,
    ProvenanceService,
    StatusHistories,
  ],
})
export class HistoryModule {}
