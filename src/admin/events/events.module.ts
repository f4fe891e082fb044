import { Module } from '@nestjs/common';

import { ActorsModule } from '../../actors/actors.module.js';
import { AdminEventsController } from './events.controller.js';
import { AdminEventsService } from './events.service.js';

@Module({
  imports: [ActorsModule],
  controllers: [AdminEventsController],
  providers: [AdminEventsService],
})
export class AdminEventsModule {}
