import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

import { explain, isDatabaseAway } from '../../database/transaction/database-errors.js';
import { LeasedWork } from '../../database/transaction/leased-work.js';
import { Leases } from '../../database/transaction/leases.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import type { Scope } from '../../tenancy/scope.js';
import { TenancyService } from '../../tenancy/tenancy.service.js';
import { UsersRepository } from '../../users/model/users.repository.js';
import { UserWritesRepository } from '../../users/model/user-writes.repository.js';

/** People of one transaction, which locks them: a caller who writes one of them waits for that long. */
const BATCH = 200;
/** One look into an index per tenant, where nothing is to be filled in. */
const INTERVAL_MS = 60_000;

/**
 * Gives name keys to people who have none: those who were stored before the column, and those whom a process of the
 * version before it still inserts during an upgrade. Until then `match` finds them by the other blocks.
 */
@Injectable()
export class NameKeyFill implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(NameKeyFill.name);
  private readonly work: LeasedWork;

  constructor(
    leases: Leases,
    private readonly tenancy: TenancyService,
    private readonly users: UsersRepository,
    private readonly writes: UserWritesRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {
    const failed = (error: unknown): void => {
      if (!isDatabaseAway(error))
        this.logger.error({ msg: 'the name keys of people could not be filled in', ...explain(error) });
    };
    this.work = new LeasedWork(leases, 'name-keys', () => this.run(), failed);
  }

  onApplicationBootstrap(): void {
    this.work.start(INTERVAL_MS);
  }

  onModuleDestroy(): Promise<void> {
    return this.work.stop();
  }

  /** Fills in the keys of all tenants, unless another process does. */
  async run(): Promise<void> {
    await this.work.alone(async () => {
      for (const tenant of await this.tenancy.listTenants()) {
        const scope = this.tenancy.scopeOf(tenant, 'name-keys');
        while ((await this.fillSome(scope)) === BATCH) if (!(await this.work.mayGoOn())) return;
      }
    });
  }

  /** @returns how many people had no key */
  private async fillSome(scope: Scope): Promise<number> {
    const ids = await this.users.withoutNameKey(scope, BATCH);
    if (ids.length > 0)
      await this.unitOfWork.run(async (transaction) => {
        const users = await this.users.lock(scope, transaction, ids);
        await this.writes.fillNameKeys(transaction, users);
      });
    return ids.length;
  }
}
