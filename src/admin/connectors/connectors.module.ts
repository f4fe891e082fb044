import { Module } from '@nestjs/common';

import { ActorsModule } from '../../actors/actors.module.js';
import { AlertsModule } from '../../alerts/alerts.module.js';
import { SyncModule } from '../../sync/sync.module.js';
import { AdminConnectorsController } from './connectors.controller.js';
import { AdminConnectorsService } from './connectors.service.js';

@Module({
  imports: [ActorsModule, AlertsModule, SyncModule],
  controllers: [AdminConnectorsController],
  providers: [AdminConnectorsService],
  exports: [AdminConnectorsService],
})
export class AdminConnectorsModule {}
