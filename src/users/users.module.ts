import { Module } from '@nestjs/common';

import { DeprovisioningLimitsModule } from './deprovisioning-limits/deprovisioning-limits.module.js';
import { HistoryModule } from './history/history.module.js';
import { UserListModule } from './list/user-list.module.js';
import { MatchingModule } from './matching/matching.module.js';
import { UserModelModule } from './model/user-model.module.js';
import { ProvisioningModule } from './provisioning/provisioning.module.js';
import { RunsModule } from './runs/runs.module.js';
import { StatisticsModule } from './statistics/statistics.module.js';
import { UndoModule } from './undo/undo.module.js';

/** What the other rooms may use of people. Each folder is a module of its own; what they do not share stays within them. */
const ROOMS = [
  DeprovisioningLimitsModule,
  HistoryModule,
  UserListModule,
  MatchingModule,
  UserModelModule,
  ProvisioningModule,
  RunsModule,
  StatisticsModule,
  UndoModule,
];

@Module({ imports: ROOMS, exports: ROOMS })
export class UsersModule {}
