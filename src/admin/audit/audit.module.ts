import { Module } from '@nestjs/common';

import { ActorsModule } from '../../actors/actors.module.js';
import { AuditModule } from '../../audit/audit.module.js';
import { SubmissionsModule } from '../../submissions/submissions.module.js';
import { UsersModule } from '../../users/users.module.js';
import { AuditController } from './audit.controller.js';
import { AdminAuditService } from './audit.service.js';
import { TargetLabels } from './target-labels.js';
import { TargetValues } from './target-values.js';

@Module({
  imports: [ActorsModule, AuditModule, SubmissionsModule, UsersModule],
  controllers: [AuditController],
  providers: [AdminAuditService, TargetLabels, TargetValues],
})
export class AdminAuditModule {}
