import { Injectable } from '@nestjs/common';

import { AuditPeopleService } from '../../audit/people/audit-people.service.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { FaultPoints } from '../../database/transaction/fault-points.js';
import { SyncQueue } from '../../sync/steps/sync-queue.js';
import type { Scope } from '../../tenancy/scope.js';
import { LoggedRequestsRepository } from '../personal-data/logged-requests.repository.js';
import { PersonalDataRepository } from '../personal-data/personal-data.repository.js';
import type { PersonalTable, Subject } from '../personal-data/personal-table.js';
import { PERSONAL_TABLES } from '../personal-data/personal-tables.js';
import { MistakenRows } from './mistaken-rows.js';

const ROWS_AT_ONCE = 500;
const SUBMISSIONS_AT_ONCE = 50;

/** The first step, which is done for many people at once. */
export const REQUEST_LOG = 'request_log';

/** A part of an erasure, which may be repeated. */
export interface ErasureStep {
  readonly name: string;
  /** The rows that it deletes or overwrites; undefined for a step that is not about one table. */
  readonly table?: PersonalTable;
  /** Done in small pieces. @returns how many rows each of them deleted or overwrote */
  readonly run: (scope: Scope, subject: Subject) => AsyncGenerator<number>;
}

function nameOf({ table, part }: PersonalTable): string {
  return part === undefined ? table : `${table}: ${part}`;
}

/** What an erasure does in the background, step by step. Each one is done in small statements. */
@Injectable()
export class ErasureSteps {
  /** All but the first one. */
  private readonly all: readonly ErasureStep[];

  constructor(
    private readonly data: PersonalDataRepository,
    private readonly requests: LoggedRequestsRepository,
    private readonly mistaken: MistakenRows,
    private readonly queue: SyncQueue,
    private readonly auditPeople: AuditPeopleService,
    private readonly unitOfWork: UnitOfWork,
    private readonly faults: FaultPoints,
  ) {
    const deletions = PERSONAL_TABLES.filter(({ fate }) => fate === 'deleted');
    const ofQueue = deletions.findIndex(({ table }) => table === 'sync_open_items');
    this.all = [
      ...deletions.slice(0, ofQueue).map((table) => this.deletion(table)),
      // Just before the rows that its totals count, since a submission may be approved until its row is deleted.
      { name: 'sync queue', run: (scope, subject) => this.leaveQueue(scope, subject) },
      ...deletions.slice(ofQueue).map((table) => this.deletion(table)),
      ...PERSONAL_TABLES.filter(({ overwriting }) => overwriting !== undefined).map((table) =>
        this.overwriting(table),
      ),
      { name: 'audit log', run: (scope, subject) => this.eraseAuditValues(scope, subject) },
    ];
  }

  /** In the order in which they are done. */
  get names(): string[] {
    return [REQUEST_LOG, ...this.all.map(({ name }) => name)];
  }

  /**
   * The steps that follow this one; all but the first after one that this version does not know. Those of tables
   * without rows of the person are left out, which one statement finds for all tables.
   */
  async after(name: string, subject: Subject): Promise<ErasureStep[]> {
    const steps = this.all.slice(this.all.findIndex((step) => step.name === name) + 1);
    const tables = steps.flatMap(({ table }) => table ?? []);
    const counts = await this.data.counts(subject, tables);
    const empty = new Set(tables.filter((_, index) => counts[index] === 0));
    return steps.filter(({ table }) => table === undefined || !empty.has(table));
  }

  /**
   * The first step: one walk through the request log of a tenant, and one through the history of all its people, which
   * no index shortens, for all these people.
   * @returns of each piece how many entries were overwritten
   */
  async *searchTenant(
    scope: Scope,
    people: readonly Subject[],
  ): AsyncGenerator<ReadonlyMap<Subject, number>> {
    for await (const found of this.requests.about(people)) {
      const counts = new Map<Subject, number>();
      for (const [subject, ids] of found) counts.set(subject, await this.requests.overwrite(subject, ids));
      this.faults.reach(`erasure:${REQUEST_LOG}`);
      yield counts;
    }
    yield* this.mistaken.takeOut(scope, people);
  }

  private deletion(table: PersonalTable): ErasureStep {
    return { name: nameOf(table), table, run: (_, subject) => this.delete(subject, table) };
  }

  private async *delete(subject: Subject, table: PersonalTable): AsyncGenerator<number> {
    for (;;) {
      const count = await this.data.delete(subject, table, ROWS_AT_ONCE);
      this.faults.reach(`erasure:${nameOf(table)}`);
      yield count;
      if (count < ROWS_AT_ONCE) return;
    }
  }

  private overwriting(table: PersonalTable): ErasureStep {
    return { name: nameOf(table), table, run: (_, subject) => this.data.overwrite(subject, table) };
  }

  /** Counters and the order of what waits follow; leases that are out end. The rows are deleted by later steps. */
  private async *leaveQueue(scope: Scope, { submissionIds }: Subject): AsyncGenerator<number> {
    for (let from = 0; from < submissionIds.length; from += SUBMISSIONS_AT_ONCE) {
      const ids = submissionIds.slice(from, from + SUBMISSIONS_AT_ONCE);
      await this.unitOfWork.run((transaction) => this.queue.remove(scope, transaction, ids));
      yield 0;
    }
  }

  /** The entries stay as they are, since they are a chain; what names the person becomes unreadable. */
  private async *eraseAuditValues(scope: Scope, { userId, emails }: Subject): AsyncGenerator<number> {
    await this.unitOfWork.run((transaction) => this.auditPeople.erase(scope, transaction, userId, emails));
    yield 0;
  }
}
