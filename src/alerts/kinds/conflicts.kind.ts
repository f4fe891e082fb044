import { Injectable } from '@nestjs/common';

import { ConflictsService } from '../../identity/conflicts/conflicts.service.js';
import type { Scope } from '../../tenancy/scope.js';
import { counted, sentence } from '../../texts/sentence.js';
import type { AlertKind, AlertKindSpec, Finding } from './alert-kind.js';
import { listPage } from './causes.js';

/** More are not counted, as the question is asked every minute. */
const MOST_COUNTED = 10_000;

export const CONFLICTS: AlertKindSpec = {
  name: 'conflicts',
  title: 'Conflicts wait for a decision',
  rule:
    'More identity conflicts are open than the threshold. Ends when administrators have decided enough of ' +
    'them.',
  threshold: { unit: 'conflicts', standard: 0, range: [0, MOST_COUNTED - 1] },
  page: listPage('conflicts', { status: 'open' }),
};

/** Posts of the SIS that only an administrator can assign to a person. */
@Injectable()
export class ConflictsOpen implements AlertKind {
  readonly spec = CONFLICTS;

  constructor(private readonly conflicts: ConflictsService) {}

  async find(scope: Scope, threshold: number): Promise<Finding[]> {
    const open = await this.conflicts.openCount(scope, MOST_COUNTED);
    if (open <= threshold) return [];
    const wait =
      open === MOST_COUNTED
        ? sentence('At least {count} identity conflicts wait for a decision.', { count: open })
        : counted(
            open,
            '{count} identity conflict waits for a decision.',
            '{count} identity conflicts wait for a decision.',
          );
    return [{ subject: '', facts: [wait] }];
  }
}
