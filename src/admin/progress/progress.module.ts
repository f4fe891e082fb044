import { Module } from '@nestjs/common';

import { ProgressModule } from '../../progress/progress.module.js';
import { AdminOpenSeatsController } from './open-seats.controller.js';
import { AdminProgressController } from './progress.controller.js';
import { AdminProgressTimelineController } from './timeline.controller.js';

@Module({
  imports: [ProgressModule],
  controllers: [AdminOpenSeatsController, AdminProgressController, AdminProgressTimelineController],
})
export class AdminProgressModule {}
