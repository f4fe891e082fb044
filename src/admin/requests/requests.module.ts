import { Module } from '@nestjs/common';

import { ActorsModule } from '../../actors/actors.module.js';
import { RequestsModule } from '../../requests/requests.module.js';
import { AdminRequestsController } from './requests.controller.js';
import { AdminRequestsService } from './requests.service.js';

@Module({
  imports: [ActorsModule, RequestsModule],
  controllers: [AdminRequestsController],
  providers: [AdminRequestsService],
})
export class AdminRequestsModule {}
