import { Injectable } from '@nestjs/common';

import { addDays, type Day } from '../../tenancy/time/calendar.js';
import { RetainedRows } from '../../tenancy/retention/retained.js';
import { DisclosuresRepository } from './disclosures.repository.js';

/** A day is kept until all of it is old, in whatever time zone. */
function firstKeptDay(before: Date): Day {
  return addDays(before.toISOString().slice(0, 10), -1);
}

@Injectable()
export class RetainedDisclosures extends RetainedRows {
  constructor(disclosures: DisclosuresRepository) {
    super('disclosures', 'auditDays', {
      countOlder: (tenantId, before, most) => disclosures.countOlder(tenantId, firstKeptDay(before), most),
      deleteOlder: (tenantId, before, limit) =>
        disclosures.deleteOlder(tenantId, firstKeptDay(before), limit),
    });
  }
}
