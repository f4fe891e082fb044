import { Injectable } from '@nestjs/common';

import { countedInSteps, Retained } from '../tenancy/retention/retained.js';
import type { Scope } from '../tenancy/scope.js';
import { ChangeEventsRepository } from './change-events.repository.js';

const AT_ONCE = 1000;

/** Old events, counted by commits; the newest one that is forgotten leaves an empty row behind. */
@Injectable()
export class RetainedEvents extends Retained {
  constructor(private readonly events: ChangeEventsRepository) {
    super('events', 'eventDays');
  }

  async *steps({ tenantId }: Scope, before: Date, isDryRun: boolean): AsyncGenerator<number> {
    const stamp = before.getTime();
    if (isDryRun) {
      yield* countedInSteps((most) => this.events.countOlder(tenantId, stamp, most));
      return;
    }
    let left = await this.events.countOlder(tenantId, stamp, Number.MAX_SAFE_INTEGER);
    const forgotten = await this.events.forgetUpTo(tenantId, stamp);
    if (forgotten === undefined) {
      yield left;
      return;
    }
    // Among the deleted rows is the empty one of the sweep before.
    const counted = (removed: number): number => {
      const step = Math.min(removed, left);
      left -= step;
      return step;
    };
    yield counted(forgotten.hadEvents ? 1 : 0);
    for (let deleted = AT_ONCE; deleted === AT_ONCE;) {
      deleted = await this.events.deleteBefore(tenantId, forgotten.place, AT_ONCE);
      yield counted(deleted);
    }
  }
}
