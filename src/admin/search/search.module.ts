import { Module } from '@nestjs/common';

import { RequestLogModule } from '../../request-log/request-log.module.js';
import { SubmissionsModule } from '../../submissions/submissions.module.js';
import { UsersModule } from '../../users/users.module.js';
import { AdminKeysModule } from '../keys/keys.module.js';
import { AdminViewsModule } from '../views/views.module.js';
import { SearchController } from './search.controller.js';
import { SearchService } from './search.service.js';

@Module({
  imports: [AdminKeysModule, RequestLogModule, SubmissionsModule, UsersModule, AdminViewsModule],
  controllers: [SearchController],
  providers: [SearchService],
})
export class AdminSearchModule {}
