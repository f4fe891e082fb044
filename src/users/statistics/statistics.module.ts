import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { BackgroundModule } from '../../background/background.module.js';
import { User } from '../model/user.entity.js';
import { ProvisioningDay } from './provisioning-day.entity.js';
import { RunsModule } from '../runs/runs.module.js';
import { AwaitedTotals } from './awaited-totals.js';
import { OutcomeAccount } from './outcome-account.js';
import { PeopleCounter } from './people-counts.js';
import { ProvisioningDaysRepository } from './provisioning-days.repository.js';
import { ProvisioningTally } from './provisioning-tally.js';

@Module({
  imports: [BackgroundModule, RunsModule, TypeOrmModule.forFeature([User, ProvisioningDay])],
  providers: [PeopleCounter, ProvisioningDaysRepository, ProvisioningTally, AwaitedTotals, OutcomeAccount],
  exports: [PeopleCounter, ProvisioningTally, AwaitedTotals, OutcomeAccount],
})
export class StatisticsModule {}
