import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';

import { AuditModule } from '../../audit/audit.module.js';
import { IdentityModule } from '../../identity/identity.module.js';
import { RequestsModule } from '../../requests/requests.module.js';
import { UsersModule } from '../../users/users.module.js';
import { RetainedDisclosures } from '../disclosures/retained-disclosures.js';
import {
  AuditRemoval,
  NO_ERASURE,
  NO_PROTECTION,
  NO_REMOVAL,
  PeopleErasure,
  Protection,
} from './protection.js';
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
    TypeOrmModule.forFeature([RetentionProgress]),
    AuditModule,
    DiscoveryModule,
    IdentityModule,
    RequestsModule,
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
    { provide: Protection, useValue: NO_PROTECTION },
    { provide: PeopleErasure, useValue: NO_ERASURE },
    { provide: AuditRemoval, useValue: NO_REMOVAL },
  ],
  exports: [RetentionService, RetentionSweep],
})
export class RetentionModule {}
