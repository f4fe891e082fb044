import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { AuditModule } from '../audit/audit.module.js';
import { SubmissionsModule } from '../submissions/submissions.module.js';
import { UsersModule } from '../users/users.module.js';
import { SyncItem } from './entities/sync-item.entity.js';
import { EnvelopeService } from './envelope/envelope.service.js';
import { ReviewListener } from './review.listener.js';
import { SchemasController } from './schemas.controller.js';
import { SyncController } from './sync.controller.js';
import { SyncQueue } from './sync-queue.js';
import { SyncRepository } from './sync.repository.js';
import { SyncService } from './sync.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([SyncItem]), SubmissionsModule, UsersModule, AuditModule],
  controllers: [SyncController, SchemasController],
  providers: [SyncRepository, SyncQueue, ReviewListener, SyncService, EnvelopeService],
  exports: [SyncService, EnvelopeService],
})
export class SyncModule {}
