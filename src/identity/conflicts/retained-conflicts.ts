import { Injectable } from '@nestjs/common';

import { RetainedRows } from '../../tenancy/retention/retained.js';
import { ConflictsRepository } from './conflicts.repository.js';

/** Forgets what was sent for old conflicts. The entries stay, because callers and other rows know their IDs. */
@Injectable()
export class RetainedConflicts extends RetainedRows {
  constructor(conflicts: ConflictsRepository) {
    super('conflict-bodies', 'requestLogDays', {
      countOlder: conflicts.countForgettable.bind(conflicts),
      deleteOlder: conflicts.forgetOlder.bind(conflicts),
    });
  }
}
