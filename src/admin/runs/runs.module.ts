import { Module } from '@nestjs/common';

import { ActorsModule } from '../../actors/actors.module.js';
import { AuditModule } from '../../audit/audit.module.js';
import { UsersModule } from '../../users/users.module.js';
import { AdminRunPeopleController } from './run-people.controller.js';
import { AdminRunPeopleService } from './run-people.service.js';
import { RunUndoService } from './run-undo.service.js';
import { AdminRunsController } from './runs.controller.js';
import { AdminRunsService } from './runs.service.js';
import { UserFailuresController } from './user-failures.controller.js';

@Module({
  imports: [ActorsModule, AuditModule, UsersModule],
  controllers: [AdminRunsController, AdminRunPeopleController, UserFailuresController],
  providers: [RunUndoService, AdminRunsService, AdminRunPeopleService],
  exports: [AdminRunsService],
})
export class AdminRunsModule {}
