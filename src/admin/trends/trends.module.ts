import { Module } from '@nestjs/common';

import { ProgressModule } from '../../progress/progress.module.js';
import { RequestLogModule } from '../../request-log/request-log.module.js';
import { SyncModule } from '../../sync/sync.module.js';
import { UsersModule } from '../../users/users.module.js';
import { TrendsController } from './trends.controller.js';
import { TrendsService } from './trends.service.js';

@Module({
  imports: [ProgressModule, RequestLogModule, SyncModule, UsersModule],
  controllers: [TrendsController],
  providers: [TrendsService],
})
export class AdminTrendsModule {}
