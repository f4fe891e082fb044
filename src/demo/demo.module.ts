import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { AuthModule } from '../auth/auth.module.js';
import { ConflictsModule } from '../identity/conflicts/conflicts.module.js';
import { ProgressModule } from '../progress/progress.module.js';
import { LastRun } from '../request-log/last-run.entity.js';
import { LoggedRequest } from '../request-log/request-log.entity.js';
import { RequestsRepository } from '../request-log/requests.repository.js';
import { SubmissionsModule } from '../submissions/submissions.module.js';
import { SyncModule } from '../sync/sync.module.js';
import { Credential } from '../tenancy/credentials/credential.entity.js';
import { CredentialsRepository } from '../tenancy/credentials/credentials.repository.js';
import { ProvisioningDay } from '../users/statistics/provisioning-day.entity.js';
import { ProvisioningDaysRepository } from '../users/statistics/provisioning-days.repository.js';
import { UsersModule } from '../users/users.module.js';
import { DemoDecisions } from './demo-decisions.js';
import { DemoPeople } from './demo-people.js';
import { DemoReviews } from './demo-reviews.js';
import { DemoTraffic } from './demo-traffic.js';
import { DemoService } from './demo.service.js';

/** Loaded for an empty database only, see main.ts. */
@Module({
  imports: [
    TypeOrmModule.forFeature([LoggedRequest, LastRun, ProvisioningDay, Credential]),
    UsersModule,
    ConflictsModule,
    ProgressModule,
    SubmissionsModule,
    SyncModule,
    AuthModule,
  ],
  providers: [
    RequestsRepository,
    CredentialsRepository,
    ProvisioningDaysRepository,
    DemoPeople,
    DemoReviews,
    DemoDecisions,
    DemoTraffic,
    DemoService,
  ],
})
export class DemoModule {}
