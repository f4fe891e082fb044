import { Module } from '@nestjs/common';

import { ActorsModule } from '../../actors/actors.module.js';
import { AuditModule } from '../../audit/audit.module.js';
import { AuditController } from './audit.controller.js';
import { AdminAuditService } from './audit.service.js';

@Module({
  imports: [ActorsModule, AuditModule],
  controllers: [AuditController],
  providers: [AdminAuditService],
})
export class AdminAuditModule {}
