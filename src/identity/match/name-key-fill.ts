import { Injectable } from '@nestjs/common';

import { Background } from '../../background/background.js';
import type { LeasedTask } from '../../background/leased-task.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import type { Scope } from '../../tenancy/scope.js';
import { TenancyService } from '../../tenancy/tenancy.service.js';
import { UsersRepository } from '../../users/model/users.repository.js';
import { UserWritesRepository } from '../../users/model/user-writes.repository.js';

/** People of one transaction, which locks them: a caller who writes one of them waits for that long. */
const BATCH = 200;

/**
 * Gives name keys to people who have none: those who were stored before the column, and those whom a process of the
 * version before it still inserts during an upgrade. Until then `match` finds them by the other blocks.
 */
@Injectable()
export class NameKeyFill {
  private readonly work: LeasedTask;

  constructor(
    background: Background,
    private readonly tenancy: TenancyService,
    private readonly users: UsersRepository,
    private readonly writes: UserWritesRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {
    this.work = background.one('name-keys', { run: () => this.fill() });
  }

  private async fill(): Promise<void> {
    for (const tenant of await this.tenancy.listTenants()) {
      const scope = this.tenancy.scopeOf(tenant, 'name-keys');
      while ((await this.fillSome(scope)) === BATCH) if (!(await this.work.mayGoOn())) return;
    }
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
