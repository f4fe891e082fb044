import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { BackgroundModule } from '../background/background.module.js';
import { UsersModule } from '../users/users.module.js';
import { ApprovalsListener } from './approvals.listener.js';
import { AuditEvent } from './audit-event.entity.js';
import { AuditRepository } from './audit.repository.js';
import { AuditService } from './audit.service.js';
import { AuditChain } from './chain/audit-chain.js';
import { AuditHead } from './chain/audit-head.entity.js';
import { ChainVerificationService } from './chain/chain-verification.service.js';
import { ChainRepository } from './chain/chain.repository.js';
import { HeadsRepository } from './chain/heads.repository.js';
import { AuditBox } from './people/audit-box.entity.js';
import { AuditBoxesRepository } from './people/audit-boxes.repository.js';
import { AuditPeopleService } from './people/audit-people.service.js';
import { AuditPersonKey } from './people/audit-person-key.entity.js';
import { PersonKeys } from './people/person-keys.js';
import { PersonKeysRepository } from './people/person-keys.repository.js';
import { ConflictsListener } from './conflicts.listener.js';
import { KeepActiveListener } from './keep-active.listener.js';
import { LimitsListener } from './limits.listener.js';
import { RunsListener } from './runs.listener.js';
import { TenancyListener } from './tenancy.listener.js';
import { UsersListener } from './users.listener.js';

@Module({
  imports: [
    BackgroundModule,
    TypeOrmModule.forFeature([AuditEvent, AuditHead, AuditBox, AuditPersonKey]),
    UsersModule,
  ],
  providers: [
    AuditRepository,
    AuditService,
    AuditChain,
    ChainVerificationService,
    ChainRepository,
    HeadsRepository,
    AuditPeopleService,
    AuditBoxesRepository,
    PersonKeys,
    PersonKeysRepository,
    ApprovalsListener,
    KeepActiveListener,
    LimitsListener,
    ConflictsListener,
    RunsListener,
    TenancyListener,
    UsersListener,
  ],
  exports: [AuditService, AuditPeopleService, ChainVerificationService],
})
export class AuditModule {}
