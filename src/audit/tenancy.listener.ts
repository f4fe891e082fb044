import { Injectable } from '@nestjs/common';

import type { Transaction } from '../database/transaction/transaction.js';
import { InTransaction } from '../events/fact.js';
import type { Scope } from '../tenancy/scope.js';
import { TENANCY_CHANGED, type TenancyAction } from '../tenancy/tenants/tenancy-action.js';
import { AuditService } from './audit.service.js';

/** Records what is done to tenants, their settings and their keys, in the transaction that does it. */
@Injectable()
export class TenancyListener {
  constructor(private readonly audit: AuditService) {}

  @InTransaction(TENANCY_CHANGED)
  async record(scope: Scope, transaction: Transaction, actions: readonly TenancyAction[]): Promise<void> {
    await this.audit.record(scope, actions, transaction);
  }
}
