import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { AuditModule } from '../../audit/audit.module.js';
import { UsersModule } from '../../users/users.module.js';
import { LegalHoldController } from './legal-hold.controller.js';
import { LegalHoldEntry } from './legal-hold.entity.js';
import { LegalHoldsRepository } from './legal-holds.repository.js';
import { LegalHolds } from './legal-holds.service.js';

/** Legal holds, also for retention. */
@Module({
  imports: [TypeOrmModule.forFeature([LegalHoldEntry]), UsersModule, AuditModule],
  controllers: [LegalHoldController],
  providers: [LegalHoldsRepository, LegalHolds],
  exports: [LegalHolds],
})
export class LegalHoldModule {}
