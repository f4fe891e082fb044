import { Injectable, type OnModuleInit } from '@nestjs/common';

import { TenancyFacts } from '../tenancy/tenancy-facts.js';
import { AuditService } from './audit.service.js';

/** Keeps account of what is done to tenants, their settings and their keys, in the transaction that does it. */
@Injectable()
export class TenancyListener implements OnModuleInit {
  constructor(
    private readonly facts: TenancyFacts,
    private readonly audit: AuditService,
  ) {}

  onModuleInit(): void {
    this.facts.onDone((scope, transaction, deeds) => this.audit.record(scope, deeds, transaction));
  }
}
