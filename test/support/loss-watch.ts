import type { CommitLoss } from '../../src/tenancy/lost-commits/commit-loss.entity.js';
import type { TestService } from './service.js';
import { until } from './until.js';

/** Lets a service look for lost commits, and reads what it has found. */
export class LossWatch {
  constructor(private readonly service: TestService) {}

  /** Waits until the service reaches its database, and lets it look. */
  async look(): Promise<void> {
    await until('the service reaches its database', async () => {
      await this.service.query('SELECT 1');
      return true;
    });
    await this.service.run('lost-commits');
  }

  losses(): Promise<CommitLoss[]> {
    return this.service.query('SELECT * FROM `commit_losses` ORDER BY `id`');
  }

  /** The losses that are found when it looks. */
  async found(): Promise<CommitLoss[]> {
    await this.look();
    return this.losses();
  }
}
