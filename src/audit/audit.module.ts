import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { UsersModule } from '../users/users.module.js';
import { ApprovalsListener } from './approvals.listener.js';
import { AuditEvent } from './audit-event.entity.js';
import { AuditRepository } from './audit.repository.js';
import { AuditService } from './audit.service.js';
import { ConflictsListener } from './conflicts.listener.js';
import { KeepActiveListener } from './keep-active.listener.js';
import { LimitsListener } from './limits.listener.js';
import { TenancyListener } from './tenancy.listener.js';
import { UsersListener } from './users.listener.js';

@Module({
  imports: [TypeOrmModule.forFeature([AuditEvent]), UsersModule],
  providers: [
    AuditRepository,
    AuditService,
    ApprovalsListener,
    KeepActiveListener,
    LimitsListener,
    ConflictsListener,
    TenancyListener,
    UsersListener,
  ],
  exports: [AuditService],
})
export class AuditModule {}
