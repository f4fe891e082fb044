import { Injectable } from '@nestjs/common';

import type { Transaction } from '../database/transaction/transaction.js';
import { InTransaction } from '../events/fact.js';
import type { Scope } from '../tenancy/scope.js';
import { RUN_FINISHED } from '../users/finish/finish-facts.js';
import type { FinishedRun } from '../users/runs/finished-run.entity.js';
import { AuditService } from './audit.service.js';

/** Records that a run was finished, and what became of absent people. */
@Injectable()
export class RunsListener {
  constructor(private readonly audit: AuditService) {}

  @InTransaction(RUN_FINISHED)
  async record(scope: Scope, transaction: Transaction, finished: FinishedRun): Promise<void> {
    const { run, request, rowCount: rows, namedCount: named, accountTypes } = finished;
    const { first, deprovisioned, held, kept } = finished;
    const absent = accountTypes === null ? null : { first, deprovisioned, held, kept };
    const entry = { action: 'run.finished', target: `run:${run}`, after: { request, rows, named, absent } };
    await this.audit.record(scope, [entry], transaction);
  }
}
