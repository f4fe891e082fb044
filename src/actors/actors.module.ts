import { Module } from '@nestjs/common';

import { SubmissionsModule } from '../submissions/submissions.module.js';
import { UsersModule } from '../users/users.module.js';
import { ActorLabels } from './actor-labels.js';

@Module({
  imports: [SubmissionsModule, UsersModule],
  providers: [ActorLabels],
  exports: [ActorLabels],
})
export class ActorsModule {}
