import { Injectable } from '@nestjs/common';

import { Background } from '../../background/background.js';
import type { LeasedTask } from '../../background/leased-task.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import type { Scope } from '../../tenancy/scope.js';
import { TenancyService } from '../../tenancy/tenancy.service.js';
import { AuditChain } from './audit-chain.js';

/** Entries of one transaction, for which other writers of the tenant's audit log wait. */
const BATCH = 500;

/**
 * Brings entries into the chain that have no place in it: those that were written before there was a chain, and those
 * that a process of the version before it still writes during an upgrade.
 */
@Injectable()
export class ChainFill {
  private readonly work: LeasedTask;

  constructor(
    background: Background,
    private readonly tenancy: TenancyService,
    private readonly chain: AuditChain,
    private readonly unitOfWork: UnitOfWork,
  ) {
    this.work = background.one('audit-chain', { run: () => this.fill() });
  }

  private async fill(): Promise<void> {
    for (const { id: tenantId } of await this.tenancy.listTenants())
      while ((await this.fillSome({ tenantId })) === BATCH) if (!(await this.work.mayGoOn())) return;
  }

  private async fillSome(scope: Pick<Scope, 'tenantId'>): Promise<number> {
    if (!(await this.chain.needsFilling(scope))) return 0;
    return this.unitOfWork.run((transaction) => this.chain.fillSome(scope, transaction, BATCH));
  }
}
