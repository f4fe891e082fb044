import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { DeprovisioningWindow } from './deprovisioning-window.entity.js';
import { HeldRequest } from './held-request.entity.js';
import { UserModelModule } from '../model/user-model.module.js';
import { StatisticsModule } from '../statistics/statistics.module.js';
import { DeprovisioningWindowsRepository } from './deprovisioning-windows.repository.js';
import { HeldRequestsRepository } from './held-requests.repository.js';
import { DeprovisioningUse } from './deprovisioning-use.js';
import { DeprovisioningLimits } from './deprovisioning-limits.js';
import { HoldsService } from './holds.service.js';
import { HoldsController } from './holds.controller.js';

@Module({
  imports: [TypeOrmModule.forFeature([DeprovisioningWindow, HeldRequest]), UserModelModule, StatisticsModule],
  controllers: [HoldsController],
  providers: [
    DeprovisioningWindowsRepository,
    HeldRequestsRepository,
    DeprovisioningLimits,
    DeprovisioningUse,
    HoldsService,
  ],
  exports: [DeprovisioningLimits, DeprovisioningUse, HoldsService],
})
export class DeprovisioningLimitsModule {}
