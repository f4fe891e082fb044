import { Injectable } from '@nestjs/common';

import { UnitOfWork } from '../../database/unit-of-work.js';
import { RateWindowsRepository } from './rate-windows.repository.js';
import type { WindowState, WindowStore } from './window-store.js';

/** Windows in the database. While it is away nothing else of the service works, so that there is no second way to count. */
@Injectable()
export class DatabaseWindows implements WindowStore {
  readonly isShared = true;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly windows: RateWindowsRepository,
  ) {}

  add(subject: string, points: number): Promise<WindowState> {
    return this.unitOfWork.run((manager) => this.windows.add(manager, Buffer.from(subject, 'hex'), points));
  }
}
