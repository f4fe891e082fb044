import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { BackgroundModule } from '../../background/background.module.js';
import { AuditModule } from '../../audit/audit.module.js';
import { SubmissionsModule } from '../../submissions/submissions.module.js';
import { SyncModule } from '../../sync/sync.module.js';
import { TenancyModule } from '../../tenancy/tenancy.module.js';
import { UsersModule } from '../../users/users.module.js';
import { LegalHoldModule } from '../legal-hold/legal-hold.module.js';
import { PersonalDataModule } from '../personal-data/personal-data.module.js';
import { ErasureController } from './erasure.controller.js';
import { Erasure } from './erasure.entity.js';
import { ErasurePlans } from './erasure-plans.js';
import { ErasureService } from './erasure.service.js';
import { ErasureKeys } from './erasure-keys.js';
import { ErasureSteps } from './erasure-steps.js';
import { ErasureWork } from './erasure-work.js';
import { ErasuresRepository } from './erasures.repository.js';
import { MistakenRows } from './mistaken-rows.js';
import { OpenClaimsRepository } from './open-claims.repository.js';
import { RecordedValuesRepository } from './recorded-values.repository.js';

/** The erasure of people. */
@Module({
  imports: [
    BackgroundModule,
    TypeOrmModule.forFeature([Erasure]),
    AuditModule,
    LegalHoldModule,
    PersonalDataModule,
    SubmissionsModule,
    SyncModule,
    TenancyModule,
    UsersModule,
  ],
  controllers: [ErasureController],
  providers: [
    ErasuresRepository,
    OpenClaimsRepository,
    ErasurePlans,
    ErasureKeys,
    ErasureSteps,
    MistakenRows,
    RecordedValuesRepository,
    ErasureWork,
    ErasureService,
  ],
  exports: [ErasureService, ErasureSteps],
})
export class ErasureModule {}
