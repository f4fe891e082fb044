import { Module } from '@nestjs/common';

import { BatchModule } from './batch/batch.module.js';
import { DeprovisioningLimitsModule } from './deprovisioning-limits/deprovisioning-limits.module.js';
import { UserExportModule } from './export/user-export.module.js';
import { FailedRowsModule } from './failed-rows/failed-rows.module.js';
import { FinishModule } from './finish/finish.module.js';
import { HistoryModule } from './history/history.module.js';
import { UserListModule } from './list/user-list.module.js';
import { MatchingModule } from './matching/matching.module.js';
import { UserModelModule } from './model/user-model.module.js';
import { NamingModule } from './naming/naming.module.js';
import { ProvisioningModule } from './provisioning/provisioning.module.js';
import { RunsModule } from './runs/runs.module.js';
import { StatusModule } from './status/status.module.js';
import { StatisticsModule } from './statistics/statistics.module.js';
import { TombstonesModule } from './tombstones/tombstones.module.js';
import { UndoModule } from './undo/undo.module.js';

/**
 * Each folder is a module and exports what other folders and rooms may use. The application imports each of them too:
 * the routes of modules that only another module imports are registered after all others.
 */
export const USER_MODULES = [
  BatchModule,
  DeprovisioningLimitsModule,
  FailedRowsModule,
  FinishModule,
  HistoryModule,
  UserListModule,
  MatchingModule,
  UserModelModule,
  NamingModule,
  ProvisioningModule,
  UserExportModule,
  RunsModule,
  StatisticsModule,
  StatusModule,
  TombstonesModule,
  UndoModule,
];

@Module({ imports: USER_MODULES, exports: USER_MODULES })
export class UsersModule {}
