import { Module } from '@nestjs/common';

import { ActorsModule } from '../../actors/actors.module.js';
import { IdentityModule } from '../../identity/identity.module.js';
import { ProgressModule } from '../../progress/progress.module.js';
import { RequestLogModule } from '../../request-log/request-log.module.js';
import { SubmissionsModule } from '../../submissions/submissions.module.js';
import { UsersModule } from '../../users/users.module.js';
import { PersonController } from './person.controller.js';
import { PersonService } from './person.service.js';
import { PersonStatusService } from './person-status.service.js';
import { AdminUsersController } from './users.controller.js';
import { AdminUsersService } from './users.service.js';

@Module({
  imports: [ActorsModule, IdentityModule, ProgressModule, RequestLogModule, SubmissionsModule, UsersModule],
  controllers: [PersonController, AdminUsersController],
  providers: [PersonService, PersonStatusService, AdminUsersService],
})
export class AdminUsersModule {}
