import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';

import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/environment.js';
import { explain } from '../database/database-errors.js';
import { Leases } from '../database/leases.js';
import { TenancyService } from '../tenancy/tenancy.service.js';
import { RequestsRepository } from './requests.repository.js';

const KEPT_MS = 90 * 86_400_000;
const LEASE = 'request-log-sweep';
const LEASE_MS = 60_000;
const INTERVAL_MS = 3_600_000;
/** Small enough that nobody waits for the rows that a statement holds. */
const DELETED_AT_ONCE = 1000;

/** Forgets requests after 90 days. One process at a time does it. */
@Injectable()
export class RequestSweep implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(RequestSweep.name);
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> = Promise.resolve();
  private stopping = false;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly leases: Leases,
    private readonly tenancy: TenancyService,
    private readonly requests: RequestsRepository,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.config.sweeps) return;
    this.timer = setInterval(() => {
      this.running = this.sweep().catch((error: unknown) => {
        this.logger.error({
          msg: 'old requests were not deleted; the next hour tries again',
          ...explain(error),
        });
      });
    }, INTERVAL_MS).unref();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping = true;
    clearInterval(this.timer);
    await this.running;
  }

  /** @returns how many were forgotten */
  async sweep(): Promise<number> {
    if (!(await this.mayGoOn())) return 0;
    try {
      const before = new Date(Date.now() - KEPT_MS);
      let forgotten = 0;
      for (const { id } of await this.tenancy.listTenants()) forgotten += await this.sweepTenant(id, before);
      return forgotten;
    } finally {
      await this.leases.release(LEASE);
    }
  }

  private async sweepTenant(tenantId: string, before: Date): Promise<number> {
    let forgotten = 0;
    while (await this.mayGoOn()) {
      const count = await this.requests.forget(tenantId, before, DELETED_AT_ONCE);
      forgotten += count;
      if (count < DELETED_AT_ONCE) break;
    }
    return forgotten;
  }

  private async mayGoOn(): Promise<boolean> {
    return !this.stopping && (await this.leases.hold(LEASE, LEASE_MS));
  }
}
