import { Module } from '@nestjs/common';

import { ActorsModule } from '../../actors/actors.module.js';
import { RequestLogModule } from '../../request-log/request-log.module.js';
import { AdminRequestsController } from './requests.controller.js';
import { AdminRequestsService } from './requests.service.js';

@Module({
  imports: [ActorsModule, RequestLogModule],
  controllers: [AdminRequestsController],
  providers: [AdminRequestsService],
})
export class AdminRequestsModule {}
