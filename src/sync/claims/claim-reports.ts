import { Injectable } from '@nestjs/common';

import { CallBatcher } from '../../concurrency/call-batcher.js';
import { DatabaseClock } from '../../database/connection/database-clock.js';
import { FaultPoints } from '../../database/transaction/fault-points.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import type { Refusal } from '../../errors/refusal.js';
import { ValidationFailed } from '../../errors/request.errors.js';
import { ClaimNotFound, LeaseLost } from '../../errors/sync.errors.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { onClaimReport } from '../steps/decide-transition.js';
import type { SyncItem } from '../entities/sync-item.entity.js';
import { EnvelopeService } from '../envelope/envelope.service.js';
import type { Step } from '../steps/step.js';
import { SyncQueue } from '../steps/sync-queue.js';
import { keyOf } from '../items/sync.repository.js';
import type { AckStatus } from '../entities/sync-statuses.js';
import { ClaimCounts } from './claim-counts.js';
import { HeldClaims, isOut, type LockedClaim } from './held-claims.js';

/** What a connector reports about an item that it has claimed. */
export interface Report {
  readonly claimId: string;
  readonly submissionId: string;
  readonly status: AckStatus;
  readonly targetSystem?: string | null;
  readonly lastError?: string | null;
}

/** The item after a report. */
export interface Reported {
  readonly item: SyncItem;
  /** The same report has come before, and nothing happened. */
  readonly isRepeated: boolean;
  /** The submission has changed since it was handed out, so that the item is queued once more. */
  readonly isContentChanged: boolean;
}

interface Job {
  readonly scope: Scope;
  readonly report: Report;
}

type Result = Reported | Refusal;

/** A job whose claim exists. */
interface Found extends Job, LockedClaim {}

const MOST_REPORTS = 100;

/** Takes the reports of connectors; those that come at once share a transaction. */
@Injectable()
export class ClaimReports {
  private readonly batcher = new CallBatcher<Job, Result>((jobs) => this.reportAll(jobs), MOST_REPORTS);

  constructor(
    private readonly held: HeldClaims,
    private readonly queue: SyncQueue,
    private readonly envelopes: EnvelopeService,
    private readonly unitOfWork: UnitOfWork,
    private readonly counts: ClaimCounts,
    private readonly faults: FaultPoints,
    private readonly clock: DatabaseClock,
  ) {}

  /**
   * @throws {ClaimNotFound} when the tenant has no such claim
   * @throws {ValidationFailed} when the claim is about another submission or target system
   * @throws {LeaseLost} when the lease has ended
   * @throws {ClockDiffers} when this process does not know whether it has
   */
  async report(scope: Scope, report: Report): Promise<Reported> {
    await this.clock.demand();
    const result = await this.batcher.add(scope.tenantId, { scope, report });
    if (result instanceof LeaseLost) this.counts.count(scope, 'lost');
    if (result instanceof Error) throw result;
    return result;
  }

  /** Reports about one claim are taken one after the other. */
  private async reportAll(jobs: readonly Job[]): Promise<Result[]> {
    const results = new Map<Job, Result>();
    let left = jobs;
    while (left.length > 0) {
      const now = new Map(left.toReversed().map((job) => [job.report.claimId, job]));
      const first = left.filter((job) => now.get(job.report.claimId) === job);
      const answers = await this.unitOfWork.run((transaction) => this.take(transaction, first));
      this.faults.reach('report:committed');
      first.forEach((job, index) => results.set(job, answers[index] as Result));
      left = left.filter((job) => !results.has(job));
    }
    return jobs.map((job) => results.get(job) as Result);
  }

  /** @param jobs of one tenant, about different claims */
  private async take(transaction: Transaction, jobs: readonly Job[]): Promise<Result[]> {
    const [{ scope } = { scope: undefined }] = jobs;
    if (scope === undefined) return [];
    const found = await this.find(scope, transaction, jobs);
    const now = nowOf(scope);
    const held = jobs.flatMap((job) => found.get(job) ?? []).filter((one) => isHeld(one, now));
    const steps = await this.stepsOf(
      scope,
      transaction,
      held.filter(({ report }) => report.status !== 'processing'),
    );
    const done = await this.queue.applyAll(scope, transaction, steps);
    this.faults.reach('report:written');
    const items = new Map(done.map(({ item }) => [keyOf(item), item]));
    return jobs.map((job) => resultOf(job, { found: found.get(job), items, now }));
  }

  /** The claims of these jobs with their items, which are locked. */
  private async find(scope: Scope, transaction: Transaction, jobs: readonly Job[]): Promise<Map<Job, Found>> {
    const ids = jobs.map(({ report }) => report.claimId);
    const locked = await this.held.lock(scope, transaction, ids);
    const byId = new Map(locked.map((one) => [one.claim.claimId, one]));
    const found = new Map<Job, Found>();
    for (const job of jobs) {
      const one = byId.get(job.report.claimId);
      if (one !== undefined) found.set(job, { scope: job.scope, report: job.report, ...one });
    }
    return found;
  }

  private async stepsOf(scope: Scope, transaction: Transaction, reports: readonly Found[]): Promise<Step[]> {
    const contents = await this.envelopes.buildAll(
      scope,
      transaction,
      reports.map(({ item }) => item),
    );
    return reports.flatMap(({ scope: by, report: { status, lastError }, claim, item }) => {
      if (status === 'processing') return [];
      const isContentChanged = contents.get(keyOf(item))?.deliveryHash !== claim.contentHash;
      const transition = onClaimReport(item, { status, lastError: lastError ?? null, isContentChanged });
      return [{ item, transition, by, report: { claim, outcome: status } }];
    });
  }
}

/** Whether the connector has the item still. */
function isHeld(found: Found, now: Date): boolean {
  return refusalOf(found) === undefined && isOut(found.claim, found.item, now);
}

function refusalOf({ report, claim }: Found): Refusal | undefined {
  if (report.submissionId !== claim.submissionId) {
    const message = `submissionId must be ${claim.submissionId}, which the claim is about`;
    return new ValidationFailed([{ field: 'submissionId', code: 'isOfClaim', message }]);
  }
  const { targetSystem } = report;
  if (targetSystem === undefined || targetSystem === null || targetSystem === claim.targetSystem)
    return undefined;
  const message = `targetSystem must be ${claim.targetSystem}, which the claim is for, or be left out`;
  return new ValidationFailed([{ field: 'targetSystem', code: 'isOfClaim', message }]);
}

function resultOf(
  { report: { status } }: Job,
  { found, items, now }: { found: Found | undefined; items: ReadonlyMap<string, SyncItem>; now: Date },
): Result {
  if (found === undefined) return new ClaimNotFound();
  const refusal = refusalOf(found);
  if (refusal !== undefined) return refusal;
  const { item, claim } = found;
  if (claim.outcome === status) return { item, isRepeated: true, isContentChanged: false };
  if (!isOut(claim, item, now)) return new LeaseLost();
  const after = items.get(keyOf(item)) ?? item;
  return { item: after, isRepeated: false, isContentChanged: after.syncStatus === 'queued' };
}
