import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';

import { BackgroundModule } from '../../background/background.module.js';
import { AuditModule } from '../../audit/audit.module.js';
import { IdentityModule } from '../../identity/identity.module.js';
import { RequestLogModule } from '../../request-log/request-log.module.js';
import { UsersModule } from '../../users/users.module.js';
import { RetainedDisclosures } from '../disclosures/retained-disclosures.js';
import { ErasureModule } from '../erasure/erasure.module.js';
import { LegalHoldModule } from '../legal-hold/legal-hold.module.js';
import { RetainedAudit } from './retained-audit.js';
import { RetainedHistory } from './retained-history.js';
import { RetainedPeople } from './retained-people.js';
import { RetentionProgress } from './retention-progress.entity.js';
import { RetentionProgressRepository } from './retention-progress.repository.js';
import { RetentionService } from './retention.service.js';
import { RetentionSweep } from './retention-sweep.js';

/** Removes what is older than the settings of its tenant say; {@link Retained} lists what. */
@Module({
  imports: [
    BackgroundModule,
    TypeOrmModule.forFeature([RetentionProgress]),
    AuditModule,
    DiscoveryModule,
    ErasureModule,
    IdentityModule,
    LegalHoldModule,
    RequestLogModule,
    UsersModule,
  ],
  providers: [
    RetentionProgressRepository,
    RetentionService,
    RetentionSweep,
    RetainedAudit,
    RetainedDisclosures,
    RetainedHistory,
    RetainedPeople,
  ],
  exports: [RetentionService, RetentionSweep],
})
export class RetentionModule {}
