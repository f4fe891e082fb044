import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { DeprovisioningWindow } from './deprovisioning-window.entity.js';
import { HeldRequest } from './held-request.entity.js';
import { HistoryModule } from '../history/history.module.js';
import { UserModelModule } from '../model/user-model.module.js';
import { RunsModule } from '../runs/runs.module.js';
import { StatisticsModule } from '../statistics/statistics.module.js';
import { DeprovisioningWindowsRepository } from './deprovisioning-windows.repository.js';
import { HeldRequestsRepository } from './held-requests.repository.js';
import { HoldDecisionsRepository } from './hold-decisions.repository.js';
import { WaitingHoldsRepository } from './waiting-holds.repository.js';
import { DeprovisioningUse } from './deprovisioning-use.js';
import { DeprovisioningLimits } from './deprovisioning-limits.js';
import { HoldsService } from './holds.service.js';
import { HoldReopening } from './hold-reopening.service.js';
import { LimitsEffectService } from './limits-effect.service.js';
import { HoldsController } from './holds.controller.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([DeprovisioningWindow, HeldRequest]),
    HistoryModule,
    UserModelModule,
    RunsModule,
    StatisticsModule,
  ],
  controllers: [HoldsController],
  providers: [
    DeprovisioningWindowsRepository,
    HeldRequestsRepository,
    HoldDecisionsRepository,
    DeprovisioningLimits,
    DeprovisioningUse,
    HoldReopening,
    HoldsService,
    LimitsEffectService,
    WaitingHoldsRepository,
  ],
  exports: [
    DeprovisioningLimits,
    DeprovisioningUse,
    HoldReopening,
    HoldsService,
    LimitsEffectService,
    WaitingHoldsRepository,
  ],
})
export class DeprovisioningLimitsModule {}
