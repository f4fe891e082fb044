import { Injectable } from '@nestjs/common';

import { RetainedRows } from '../../tenancy/retention/retained.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { FeedReadersRepository } from './feed-readers.repository.js';

/** The alert about a silent reader may wait for 30 days, and is open for a week. */
const MISSED_FOR_MS = 40 * 86_400_000;

/** Readers who have not called for as long as events are kept: their place is refused anyway. */
@Injectable()
export class RetainedReaders extends RetainedRows {
  constructor(readers: FeedReadersRepository) {
    super('feed-readers', 'eventDays', readers);
  }

  override steps(scope: Scope, before: Date, isDryRun: boolean): AsyncGenerator<number> {
    const missedSince = new Date(nowOf(scope).getTime() - MISSED_FOR_MS);
    return super.steps(scope, before < missedSince ? before : missedSince, isDryRun);
  }
}
