import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

import { explain } from '../../database/transaction/database-errors.js';
import { LeasedWork } from '../../database/transaction/leased-work.js';
import { Leases } from '../../database/transaction/leases.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { RateWindowsRepository } from './rate-windows.repository.js';
import { WINDOW_MS } from './window-store.js';

const INTERVAL_MS = 10 * 60_000;

/** Deletes windows that ended more than a minute ago, in one process at a time. */
@Injectable()
export class RateWindowsSweep implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(RateWindowsSweep.name);
  private readonly work: LeasedWork;

  constructor(
    leases: Leases,
    private readonly unitOfWork: UnitOfWork,
    private readonly windows: RateWindowsRepository,
  ) {
    const failed = (error: unknown): void => {
      this.logger.warn({ msg: 'old rate windows were not deleted', ...explain(error) });
    };
    this.work = new LeasedWork(leases, 'rate-windows-sweep', () => this.sweep(), failed);
  }

  onApplicationBootstrap(): void {
    this.work.start(INTERVAL_MS);
  }

  onModuleDestroy(): Promise<void> {
    return this.work.stop();
  }

  /** @returns how many were deleted */
  async sweep(): Promise<number> {
    return (await this.work.alone(() => this.deleteEnded())) ?? 0;
  }

  private deleteEnded(): Promise<number> {
    return this.work.deleteInPieces((most) =>
      this.unitOfWork.run((transaction) => this.windows.deleteEnded(transaction, WINDOW_MS, most)),
    );
  }
}
