import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { BackgroundModule } from '../../background/background.module.js';
import { MatchingModule } from '../matching/matching.module.js';
import { UserModelModule } from '../model/user-model.module.js';
import { RunsModule } from '../runs/runs.module.js';
import { Naming } from './naming.entity.js';
import { NamingEpoch } from './naming-epoch.entity.js';
import { NamingsFold } from './namings-fold.js';
import { NamingsRepository } from './namings.repository.js';
import { Namings } from './namings.service.js';
import { Senders } from './senders.js';

@Module({
  imports: [
    BackgroundModule,
    MatchingModule,
    RunsModule,
    TypeOrmModule.forFeature([Naming, NamingEpoch]),
    UserModelModule,
  ],
  providers: [NamingsRepository, NamingsFold, Namings, Senders],
  exports: [NamingsRepository, Namings, Senders],
})
export class NamingModule {}
