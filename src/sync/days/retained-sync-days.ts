import { Injectable } from '@nestjs/common';

import { RetainedRows } from '../../tenancy/retention/retained.js';
import { SyncDaysRepository } from './sync-days.repository.js';

@Injectable()
export class RetainedSyncDays extends RetainedRows {
  constructor(days: SyncDaysRepository) {
    super('sync-days', 'requestLogDays', days);
  }
}
