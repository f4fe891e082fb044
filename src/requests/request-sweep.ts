import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

import { explain } from '../database/transaction/database-errors.js';
import { LeasedWork } from '../database/transaction/leased-work.js';
import { Leases } from '../database/transaction/leases.js';
import { TenancyService } from '../tenancy/tenancy.service.js';
import { RequestsRepository } from './requests.repository.js';

const KEPT_MS = 90 * 86_400_000;
const INTERVAL_MS = 3_600_000;

/** Deletes requests after 90 days, in one process at a time. */
@Injectable()
export class RequestSweep implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(RequestSweep.name);
  private readonly work: LeasedWork;

  constructor(
    leases: Leases,
    private readonly tenancy: TenancyService,
    private readonly requests: RequestsRepository,
  ) {
    const failed = (error: unknown): void => {
      this.logger.error({
        msg: 'old requests were not deleted; the next hour tries again',
        ...explain(error),
      });
    };
    this.work = new LeasedWork(leases, 'request-log-sweep', () => this.sweep(), failed);
  }

  onApplicationBootstrap(): void {
    this.work.start(INTERVAL_MS);
  }

  onModuleDestroy(): Promise<void> {
    return this.work.stop();
  }

  /** @returns how many were deleted */
  async sweep(): Promise<number> {
    return (await this.work.alone(() => this.sweepTenants())) ?? 0;
  }

  private async sweepTenants(): Promise<number> {
    const before = new Date(Date.now() - KEPT_MS);
    let deleted = 0;
    for (const { id } of await this.tenancy.listTenants())
      deleted += await this.work.deleteInPieces((most) => this.requests.deleteOlder(id, before, most));
    return deleted;
  }
}
