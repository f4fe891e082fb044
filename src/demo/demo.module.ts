import { Module } from '@nestjs/common';

import { AuthModule } from '../auth/auth.module.js';
import { ProgressModule } from '../progress/progress.module.js';
import { SubmissionsModule } from '../submissions/submissions.module.js';
import { SyncModule } from '../sync/sync.module.js';
import { UsersModule } from '../users/users.module.js';
import { DemoPeople } from './demo-people.js';
import { DemoReviews } from './demo-reviews.js';
import { DemoService } from './demo.service.js';

/** Loaded for an empty database only, see main.ts. */
@Module({
  imports: [UsersModule, ProgressModule, SubmissionsModule, SyncModule, AuthModule],
  providers: [DemoPeople, DemoReviews, DemoService],
})
export class DemoModule {}
