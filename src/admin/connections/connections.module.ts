import { Module } from '@nestjs/common';

import { ConnectionsModule } from '../../scim/connections/connections.module.js';
import { AdminConnectionsController } from './connections.controller.js';
import { AdminConnectionsService } from './connections.service.js';

@Module({
  imports: [ConnectionsModule],
  controllers: [AdminConnectionsController],
  providers: [AdminConnectionsService],
})
export class AdminConnectionsModule {}
