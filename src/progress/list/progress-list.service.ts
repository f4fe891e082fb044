import { Injectable } from '@nestjs/common';

import type { Scope } from '../../tenancy/scope.js';
import { type PacingCounts, ProgressListRepository } from './progress-list.repository.js';

/** Students' progress as administrators look through it. */
@Injectable()
export class ProgressListService {
  constructor(private readonly records: ProgressListRepository) {}

  /** How many students have each pacing status; every status is there. */
  pacingCounts(scope: Scope): Promise<PacingCounts> {
    return this.records.pacingCounts(scope);
  }
}
