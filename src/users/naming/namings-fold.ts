import { Injectable } from '@nestjs/common';

import { Background } from '../../background/background.js';
import type { LeasedTask } from '../../background/leased-task.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { wallTime } from '../../tenancy/time/tenant-clock.js';
import { FinishedRunsRepository } from '../runs/finished-runs.repository.js';
import { NamingsRepository } from './namings.repository.js';

/** Of one run: each has at most some kilobytes. */
const MOST_PARTS = 64;
/** So long it is kept in which run someone was named; a run may be undone until then. */
const KEPT_MS = 40 * 86_400_000;
/** A sender without a complete run for so long has none to be compared with. */
const ENDED_MS = 400 * 86_400_000;

/**
 * Puts namings together: the batches of a run become one row, and runs of long ago one row of each sender, which still
 * says whom the sender has sent.
 */
@Injectable()
export class NamingsFold {
  private readonly fold: LeasedTask;
  private readonly forget: LeasedTask;

  constructor(
    background: Background,
    private readonly namings: NamingsRepository,
    private readonly finished: FinishedRunsRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {
    this.fold = background.one('namings-fold', { run: () => this.foldRuns() });
    this.forget = background.one('namings-forget', { run: () => this.foldOld() });
  }

  private async foldRuns(): Promise<void> {
    for (const run of await this.namings.inMoreParts(MOST_PARTS)) {
      if (!(await this.fold.mayContinue())) return;
      await this.unitOfWork.run((transaction) => this.namings.foldRun(transaction, run));
    }
  }

  private async foldOld(): Promise<void> {
    const before = new Date(wallTime().getTime() - KEPT_MS);
    for (const one of await this.namings.sendersBefore(before)) {
      if (!(await this.forget.mayContinue())) return;
      const until = await this.finished.firstLastComplete(one, new Date(before.getTime() - ENDED_MS));
      await this.unitOfWork.run((transaction) => this.namings.foldOld(transaction, one, before, until));
    }
    await this.finished.forgetPeople(before);
  }
}
