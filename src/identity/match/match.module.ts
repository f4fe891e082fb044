import { Module } from '@nestjs/common';

import { UsersModule } from '../../users/users.module.js';
import { CandidatesRepository } from './candidates.repository.js';
import { MatchController } from './match.controller.js';
import { MatchCounts } from './match-counts.js';
import { MatchService } from './match.service.js';

/** Whom a person would match, and who else they may be (contract, section 11). */
@Module({
  imports: [UsersModule],
  controllers: [MatchController],
  providers: [CandidatesRepository, MatchService, MatchCounts],
  exports: [MatchCounts],
})
export class MatchModule {}
