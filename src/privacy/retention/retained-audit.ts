import { Injectable } from '@nestjs/common';

import { AuditService } from '../../audit/audit.service.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import type { Scope } from '../../tenancy/scope.js';
import { countedInSteps, Retained } from '../../tenancy/retention/retained.js';

const AT_ONCE = 1000;

/** The audit log. */
@Injectable()
export class RetainedAudit extends Retained {
  constructor(
    private readonly audit: AuditService,
    private readonly unitOfWork: UnitOfWork,
  ) {
    super('audit', 'auditDays');
  }

  async *steps(scope: Scope, before: Date, isDryRun: boolean): AsyncGenerator<number> {
    if (isDryRun) {
      yield* countedInSteps((most) => this.audit.countBefore(scope, before, most));
      return;
    }
    for (;;) {
      const removed = await this.unitOfWork.run((transaction) =>
        this.audit.removeBefore(scope, transaction, before, AT_ONCE),
      );
      if (removed === undefined) return;
      yield removed.entries;
    }
  }
}
