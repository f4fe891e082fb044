import { Module } from '@nestjs/common';

import { ActorsModule } from '../../actors/actors.module.js';
import { ProgressModule } from '../../progress/progress.module.js';
import { UsersModule } from '../../users/users.module.js';
import { PeopleInView } from '../people-in-view.js';
import { HoldContext } from './hold-context.service.js';
import { AdminHoldsController } from './holds.controller.js';
import { AdminHoldsService } from './holds.service.js';

@Module({
  imports: [ActorsModule, ProgressModule, UsersModule],
  controllers: [AdminHoldsController],
  providers: [HoldContext, AdminHoldsService, PeopleInView],
})
export class AdminHoldsModule {}
