import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { UserModelModule } from '../model/user-model.module.js';
import { MatchDecision } from './match-decision.entity.js';
import { MatchDecisionsRepository } from './match-decisions.repository.js';
import { UserLookup } from './user-lookup.js';

@Module({
  imports: [TypeOrmModule.forFeature([MatchDecision]), UserModelModule],
  providers: [UserLookup, MatchDecisionsRepository],
  exports: [UserLookup, MatchDecisionsRepository],
})
export class MatchingModule {}
