import { Module } from '@nestjs/common';

import { IdentityModule } from '../../identity/identity.module.js';
import { SubmissionsModule } from '../../submissions/submissions.module.js';
import { UsersModule } from '../../users/users.module.js';
import { PeopleInView } from '../people-in-view.js';
import { AdminDecisionsController } from './decisions.controller.js';
import { AdminDecisionsService } from './decisions.service.js';

@Module({
  imports: [IdentityModule, SubmissionsModule, UsersModule],
  controllers: [AdminDecisionsController],
  providers: [AdminDecisionsService, PeopleInView],
})
export class AdminDecisionsModule {}
