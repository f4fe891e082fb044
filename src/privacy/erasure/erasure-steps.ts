import { Injectable } from '@nestjs/common';

import { AuditPeopleService } from '../../audit/people/audit-people.service.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { FaultPoints } from '../../database/transaction/fault-points.js';
import { SyncQueue } from '../../sync/sync-queue.js';
import type { Scope } from '../../tenancy/scope.js';
import { LoggedRequestsRepository } from '../personal-data/logged-requests.repository.js';
import { PersonalDataRepository } from '../personal-data/personal-data.repository.js';
import { PERSONAL_TABLES, type PersonalTable, type Subject } from '../personal-data/personal-tables.js';

const ROWS_AT_ONCE = 500;
const SUBMISSIONS_AT_ONCE = 50;

/** A part of an erasure, which may be repeated. */
export interface ErasureStep {
  readonly name: string;
  /** @returns how many rows it deleted or overwrote */
  readonly run: (scope: Scope, subject: Subject) => Promise<number>;
}

function nameOf({ table, part }: PersonalTable): string {
  return part === undefined ? table : `${table}: ${part}`;
}

/** What an erasure does in the background, step by step. Each one is done in small statements. */
@Injectable()
export class ErasureSteps {
  readonly all: readonly ErasureStep[];

  constructor(
    private readonly data: PersonalDataRepository,
    private readonly requests: LoggedRequestsRepository,
    private readonly queue: SyncQueue,
    private readonly auditPeople: AuditPeopleService,
    private readonly unitOfWork: UnitOfWork,
    private readonly faults: FaultPoints,
  ) {
    const deletions = PERSONAL_TABLES.filter(({ fate }) => fate === 'deleted');
    const ofQueue = deletions.findIndex(({ table }) => table === 'review_outbox');
    this.all = [
      { name: 'request_log', run: (_, subject) => this.overwriteRequests(subject) },
      ...deletions.slice(0, ofQueue).map((table) => this.deletion(table)),
      // Just before the rows that its totals count, since a submission may be approved until its row is deleted.
      { name: 'sync queue', run: (scope, subject) => this.leaveQueue(scope, subject) },
      ...deletions.slice(ofQueue).map((table) => this.deletion(table)),
      ...PERSONAL_TABLES.filter(({ assignments }) => assignments !== undefined).map((table) =>
        this.overwriting(table),
      ),
      { name: 'audit log', run: (scope, subject) => this.eraseAuditValues(scope, subject) },
    ];
  }

  /** The steps that follow this one; all of them after one that this version does not know. */
  after(name: string): readonly ErasureStep[] {
    return this.all.slice(this.all.findIndex((step) => step.name === name) + 1);
  }

  private deletion(table: PersonalTable): ErasureStep {
    return {
      name: nameOf(table),
      run: async (_, subject) => {
        let deleted = 0;
        for (;;) {
          const count = await this.data.delete(subject, table, ROWS_AT_ONCE);
          deleted += count;
          this.faults.reach(`erasure:${nameOf(table)}`);
          if (count < ROWS_AT_ONCE) return deleted;
        }
      },
    };
  }

  private overwriting(table: PersonalTable): ErasureStep {
    return { name: nameOf(table), run: (_, subject) => this.data.overwrite(subject, table) };
  }

  /** Counters and the order of what waits follow; leases that are out end. */
  private async leaveQueue(scope: Scope, { submissionIds }: Subject): Promise<number> {
    for (let from = 0; from < submissionIds.length; from += SUBMISSIONS_AT_ONCE) {
      const ids = submissionIds.slice(from, from + SUBMISSIONS_AT_ONCE);
      await this.unitOfWork.run((transaction) => this.queue.remove(scope, transaction, ids));
    }
    return submissionIds.length;
  }

  private async overwriteRequests(subject: Subject): Promise<number> {
    let overwritten = 0;
    for await (const ids of this.requests.about(subject)) {
      await this.requests.overwrite(subject, ids);
      overwritten += ids.length;
    }
    return overwritten;
  }

  /** The entries stay as they are, since they are a chain; what names the person becomes unreadable. */
  private async eraseAuditValues(scope: Scope, { userId, emails }: Subject): Promise<number> {
    await this.unitOfWork.run((transaction) => this.auditPeople.erase(scope, transaction, userId, emails));
    return 0;
  }
}
