import { Module } from '@nestjs/common';

import { DeprovisioningLimitsModule } from '../deprovisioning-limits/deprovisioning-limits.module.js';
import { MatchingModule } from '../matching/matching.module.js';
import { UserModelModule } from '../model/user-model.module.js';
import { NamingModule } from '../naming/naming.module.js';
import { StatisticsModule } from '../statistics/statistics.module.js';
import { TombstonesModule } from '../tombstones/tombstones.module.js';
import { NamedUsers } from './named-users.js';
import { StatusService } from './status.service.js';

@Module({
  imports: [
    DeprovisioningLimitsModule,
    MatchingModule,
    NamingModule,
    StatisticsModule,
    TombstonesModule,
    UserModelModule,
  ],
  providers: [NamedUsers, StatusService],
  exports: [StatusService],
})
export class StatusModule {}
