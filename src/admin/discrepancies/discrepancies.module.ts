import { Module } from '@nestjs/common';

import { ActorsModule } from '../../actors/actors.module.js';
import { SubmissionsModule } from '../../submissions/submissions.module.js';
import { UsersModule } from '../../users/users.module.js';
import { AdminDiscrepanciesController } from './discrepancies.controller.js';
import { AdminDiscrepanciesService } from './discrepancies.service.js';
import { DiscrepancyGroupsController } from './discrepancy-groups.controller.js';
import { DiscrepancyGroupsService } from './discrepancy-groups.service.js';
import { DiscrepancyRows } from './discrepancy-rows.js';
import { DiscrepancyRulesController } from './discrepancy-rules.controller.js';
import { AdminDiscrepancyRulesService } from './discrepancy-rules.service.js';
import { SubmissionCardsController } from './submission-cards.controller.js';
import { SubmissionCardsService } from './submission-cards.service.js';

@Module({
  imports: [ActorsModule, SubmissionsModule, UsersModule],
  controllers: [
    AdminDiscrepanciesController,
    DiscrepancyGroupsController,
    DiscrepancyRulesController,
    SubmissionCardsController,
  ],
  providers: [
    AdminDiscrepanciesService,
    DiscrepancyGroupsService,
    DiscrepancyRows,
    AdminDiscrepancyRulesService,
    SubmissionCardsService,
  ],
})
export class AdminDiscrepanciesModule {}
