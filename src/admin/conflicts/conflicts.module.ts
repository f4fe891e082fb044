import { Module } from '@nestjs/common';

import { ActorsModule } from '../../actors/actors.module.js';
import { IdentityModule } from '../../identity/identity.module.js';
import { UsersModule } from '../../users/users.module.js';
import { PeopleInView } from '../people-in-view.js';
import { AdminConflictsController } from './conflicts.controller.js';
import { AdminConflictsService } from './conflicts.service.js';

@Module({
  imports: [ActorsModule, IdentityModule, UsersModule],
  controllers: [AdminConflictsController],
  providers: [AdminConflictsService, PeopleInView],
})
export class AdminConflictsModule {}
