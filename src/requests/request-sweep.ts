import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

import { explain } from '../database/transaction/database-errors.js';
import { LeasedWork } from '../database/transaction/leased-work.js';
import { Leases } from '../database/transaction/leases.js';
import { TenancyService } from '../tenancy/tenancy.service.js';
import { RequestsRepository } from './requests.repository.js';

const KEPT_MS = 90 * 86_400_000;
const INTERVAL_MS = 3_600_000;

/** Forgets requests after 90 days. One process at a time does it. */
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

  /** @returns how many were forgotten */
  async sweep(): Promise<number> {
    return (await this.work.alone(() => this.sweepTenants())) ?? 0;
  }

  private async sweepTenants(): Promise<number> {
    const before = new Date(Date.now() - KEPT_MS);
    let forgotten = 0;
    for (const { id } of await this.tenancy.listTenants())
      forgotten += await this.work.deleteInPieces((most) => this.requests.forget(id, before, most));
    return forgotten;
  }
}
