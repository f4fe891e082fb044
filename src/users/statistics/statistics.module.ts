import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { User } from '../model/user.entity.js';
import { ProvisioningDay } from './provisioning-day.entity.js';
import { PeopleCounter } from './people-counts.js';
import { ProvisioningDaysRepository } from './provisioning-days.repository.js';
import { ProvisioningTally } from './provisioning-tally.js';

@Module({
  imports: [TypeOrmModule.forFeature([User, ProvisioningDay])],
  providers: [PeopleCounter, ProvisioningDaysRepository, ProvisioningTally],
  exports: [PeopleCounter, ProvisioningTally],
})
export class StatisticsModule {}
