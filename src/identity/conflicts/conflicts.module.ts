import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { TenancyModule } from '../../tenancy/tenancy.module.js';
import { UsersModule } from '../../users/users.module.js';
import { AppliedRows } from './applied-rows.js';
import { AskedConflicts } from './asked-conflicts.js';
import { AskedListener } from './asked.listener.js';
import { ConflictsController } from './conflicts.controller.js';
import { ConflictsList } from './conflicts-list.js';
import { ConflictsRepository } from './conflicts.repository.js';
import { ConflictsService } from './conflicts.service.js';
import { RetainedConflicts } from './retained-conflicts.js';
import { WaitingConflictsRepository } from './waiting-conflicts.repository.js';
import { DecisionWriter } from './decision-writer.js';
import { ErasedListener } from './erased.listener.js';
import { IdentityConflictEntry } from './identity-conflict.entity.js';

/** The conflicts inbox. */
@Module({
  imports: [TypeOrmModule.forFeature([IdentityConflictEntry]), TenancyModule, UsersModule],
  controllers: [ConflictsController],
  providers: [
    ConflictsRepository,
    AppliedRows,
    AskedConflicts,
    AskedListener,
    ErasedListener,
    DecisionWriter,
    ConflictsService,
    ConflictsList,
    RetainedConflicts,
    WaitingConflictsRepository,
  ],
  exports: [ConflictsService, WaitingConflictsRepository],
})
export class ConflictsModule {}
