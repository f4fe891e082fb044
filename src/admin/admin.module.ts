import { Module } from '@nestjs/common';

import { AuditModule } from '../audit/audit.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { ProgressModule } from '../progress/progress.module.js';
import { SubmissionsModule } from '../submissions/submissions.module.js';
import { SyncModule } from '../sync/sync.module.js';
import { TenancyModule } from '../tenancy/tenancy.module.js';
import { UsersModule } from '../users/users.module.js';
import { ActorLabels } from './actor-labels.js';

/** What an Application Admin does in a browser: it combines the other rooms and owns no table. */
@Module({
  imports: [
    AuditModule,
    AuthModule,
    ProgressModule,
    SubmissionsModule,
    SyncModule,
    TenancyModule,
    UsersModule,
  ],
  controllers: [],
  providers: [ActorLabels],
})
export class AdminModule {}
