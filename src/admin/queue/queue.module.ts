import { Module } from '@nestjs/common';

import { ActorsModule } from '../../actors/actors.module.js';
import { SyncModule } from '../../sync/sync.module.js';
import { UsersModule } from '../../users/users.module.js';
import { AdminQueueController } from './queue.controller.js';
import { AdminQueueService } from './queue.service.js';

@Module({
  imports: [ActorsModule, SyncModule, UsersModule],
  controllers: [AdminQueueController],
  providers: [AdminQueueService],
})
export class AdminQueueModule {}
