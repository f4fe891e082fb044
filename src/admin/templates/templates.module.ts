import { Module } from '@nestjs/common';

import { ProgressModule } from '../../progress/progress.module.js';
import { UsersModule } from '../../users/users.module.js';
import { AdminTemplatesController } from './templates.controller.js';
import { AdminTemplatesService } from './templates.service.js';

@Module({
  imports: [ProgressModule, UsersModule],
  controllers: [AdminTemplatesController],
  providers: [AdminTemplatesService],
})
export class AdminTemplatesModule {}
