import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

import { explain, isDatabaseAway } from '../../database/transaction/database-errors.js';
import { LeasedWork } from '../../database/transaction/leased-work.js';
import { Leases } from '../../database/transaction/leases.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import type { Scope } from '../../tenancy/scope.js';
import { TenancyService } from '../../tenancy/tenancy.service.js';
import { AuditChain } from './audit-chain.js';

/** Entries of one transaction, for which other writers of the tenant's audit log wait. */
const BATCH = 500;
/** One look into an index per tenant, where nothing is to be filled in. */
const INTERVAL_MS = 60_000;

/**
 * Brings entries into the chain that have no place in it: those that were written before there was a chain, and those
 * that a process of the version before it still writes during an upgrade.
 */
@Injectable()
export class ChainFill implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly work: LeasedWork;

  constructor(
    leases: Leases,
    private readonly tenancy: TenancyService,
    private readonly chain: AuditChain,
    private readonly unitOfWork: UnitOfWork,
  ) {
    const logger = new Logger(ChainFill.name);
    const failed = (error: unknown): void => {
      if (!isDatabaseAway(error))
        logger.error({ msg: 'audit entries could not be brought into the chain', ...explain(error) });
    };
    this.work = new LeasedWork(leases, 'audit-chain', () => this.run(), failed);
  }

  onApplicationBootstrap(): void {
    this.work.start(INTERVAL_MS);
  }

  onModuleDestroy(): Promise<void> {
    return this.work.stop();
  }

  /** Gives places to the entries of all tenants, unless another process does. */
  async run(): Promise<void> {
    await this.work.alone(async () => {
      for (const { id: tenantId } of await this.tenancy.listTenants())
        while ((await this.fillSome({ tenantId })) === BATCH) if (!(await this.work.mayGoOn())) return;
    });
  }

  private async fillSome(scope: Pick<Scope, 'tenantId'>): Promise<number> {
    if (!(await this.chain.needsFilling(scope))) return 0;
    return this.unitOfWork.run((transaction) => this.chain.fillSome(scope, transaction, BATCH));
  }
}
