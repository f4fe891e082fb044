import { Injectable } from '@nestjs/common';

import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { RateWindowsRepository } from './rate-windows.repository.js';
import { lengthOf, type Limit, roomFor, type Taken, type WindowStore } from './window-store.js';

/** Windows in the database. While it is away the service cannot work anyway, so there is no fallback. */
@Injectable()
export class DatabaseWindows implements WindowStore {
  readonly isShared = true;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly windows: RateWindowsRepository,
  ) {}

  take(limits: readonly Limit[], points: number): Promise<Taken> {
    const subjects = limits.map(({ subject }) => Buffer.from(subject, 'hex'));
    return this.unitOfWork.run(async (transaction) => {
      const before = await this.windows.lock(transaction, subjects, limits.map(lengthOf));
      const granted = roomFor(points, limits, before);
      if (granted > 0) await this.windows.add(transaction, subjects, granted);
      const windows = before.map(({ count, msLeft }) => ({ count: count + granted, msLeft }));
      return { granted, windows };
    });
  }
}
