import { Module } from '@nestjs/common';

import { MatchingModule } from '../matching/matching.module.js';
import { UserModelModule } from '../model/user-model.module.js';
import { IdBlocksModule } from '../id-blocks/id-blocks.module.js';
import { TombstonesModule } from '../tombstones/tombstones.module.js';
import { UnchangedBodiesModule } from '../unchanged-bodies/unchanged-bodies.module.js';
import { DeprovisioningLimitsModule } from '../deprovisioning-limits/deprovisioning-limits.module.js';
import { StatisticsModule } from '../statistics/statistics.module.js';
import { HistoryModule } from '../history/history.module.js';
import { FailedRowsModule } from '../failed-rows/failed-rows.module.js';
import { NamingModule } from '../naming/naming.module.js';
import { RunsModule } from '../runs/runs.module.js';
import { Forecast } from './forecast.js';
import { UserWriter } from './user-writer.js';
import { BatchTransaction } from './batch-transaction.js';
import { BatchModule } from '../batch/batch.module.js';
import { StatusModule } from '../status/status.module.js';
import { BatchPlanner, BatchRules } from './batch-planner.js';
import { BatchRoutes } from './batch-routes.js';
import { LineAccounts } from './line-accounts.js';
import { LineRecogniser } from './line-recogniser.js';
import { KnownPersonWriter } from './known-person-writer.js';
import { AwaitingSourceRule } from './rules/awaiting-source.rule.js';
import { CommitteeImpactsRule } from './rules/committee-impacts.rule.js';
import { MatchQuestionsRule } from './rules/match-questions.rule.js';
import { ProvisioningService } from './provisioning.service.js';
import { ProvisioningPreview } from './provisioning-preview.service.js';
import { DryRuns } from './dry-run.js';
import { AccompaniedProvisioning } from './accompanied-provisioning.service.js';
import { UsersService } from './users.service.js';
import { BulkUsersService } from './bulk-users.service.js';
import { ProgramsService } from './programs.service.js';
import { UsersController } from './users.controller.js';

@Module({
  imports: [
    UserModelModule,
    MatchingModule,
    NamingModule,
    BatchModule,
    StatusModule,
    IdBlocksModule,
    UnchangedBodiesModule,
    DeprovisioningLimitsModule,
    StatisticsModule,
    RunsModule,
    HistoryModule,
    FailedRowsModule,
    TombstonesModule,
  ],
  controllers: [UsersController],
  providers: [
    Forecast,
    UserWriter,
    BatchTransaction,
    BatchRoutes,
    BatchPlanner,
    BatchRules,
    AwaitingSourceRule,
    CommitteeImpactsRule,
    MatchQuestionsRule,
    KnownPersonWriter,
    ProvisioningService,
    ProvisioningPreview,
    DryRuns,
    UsersService,
    BulkUsersService,
    LineAccounts,
    LineRecogniser,
    ProgramsService,
    AccompaniedProvisioning,
  ],
  exports: [
    AccompaniedProvisioning,
    BulkUsersService,
    ProvisioningService,
    ProvisioningPreview,
    DryRuns,
    KnownPersonWriter,
    UserWriter,
    ProgramsService,
  ],
})
export class ProvisioningModule {}
