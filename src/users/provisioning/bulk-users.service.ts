import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';

import { BulkBatch } from '../../http/ndjson/bulk-batch.js';
import { BulkExchange } from '../../http/ndjson/bulk-exchange.js';
import type { BulkJob, RowBatch, RowOutcome } from '../../http/ndjson/bulk-job.js';
import type { BulkLine } from '../../http/ndjson/bulk-line.js';
import type { Scope } from '../../tenancy/scope.js';
import { CreateUpdateUserDto } from '../model/dto/create-update-user.dto.js';
import { DryRuns } from './dry-run.js';
import { type Failure, FailedRowsRecorder } from '../failed-rows/failed-rows-recorder.js';
import { NamedAddresses } from '../matching/named-addresses.js';
import type { Outcome } from '../model/outcome.js';
import { Batch } from '../batch/batch.js';
import { Forecast } from './forecast.js';
import { LineRecogniser } from './line-recogniser.js';
import { ProvisioningPreview } from './provisioning-preview.service.js';
import { ProvisioningService } from './provisioning.service.js';
import { type AccountedRow, countsOf, OutcomeAccount } from '../statistics/outcome-account.js';

type Line = BulkLine<CreateUpdateUserDto>;
type Known = Extract<Outcome, { user: unknown }>;

/** What the row adds to counts of the summary; runs count those that wait as well. */
function summaryCountsOf(outcome: Known): Readonly<Record<string, number>> {
  const { holdId, beyond = [] } = outcome;
  const { pending, ...counts } = countsOf(outcome);
  return { ...counts, overThreshold: holdId === undefined && beyond.length > 0 ? 1 : 0 };
}

function toRow(outcome: Outcome): RowOutcome {
  if (outcome.kind === 'refused') return outcome;
  const { kind, user, warnings, holdId, pendingId, committeeImpact } = outcome;
  const counts = summaryCountsOf(outcome);
  const details = {
    ...(committeeImpact === undefined ? {} : { committeeImpact }),
    ...(counts['deprovisioned'] === 0 ? {} : { deprovisioned: true }),
    ...(counts['restored'] === 0 ? {} : { restored: true }),
  };
  const row = {
    kind,
    id: user.id,
    warnings,
    ...(Object.keys(details).length === 0 ? {} : { details }),
    ...(Object.values(counts).some((count) => count > 0) ? { counts } : {}),
  };
  if (pendingId !== undefined)
    return { ...row, pending: { message: 'MATCH PENDING', conflictId: pendingId } };
  return holdId === undefined ? row : { ...row, held: { message: 'DEPROVISIONING HELD', holdId } };
}

/** As the run counts it. */
function accounted(row: RowOutcome): AccountedRow {
  if (row.kind === 'refused') return row;
  return { kind: row.kind, counts: { ...row.counts, pending: row.pending === undefined ? 0 : 1 } };
}

/** Bulk requests (contract, 2.7). */
@Injectable()
export class BulkUsersService {
  constructor(
    private readonly provisioning: ProvisioningService,
    private readonly preview: ProvisioningPreview,
    private readonly dryRuns: DryRuns,
    private readonly forecast: Forecast,
    private readonly recogniser: LineRecogniser,
    private readonly account: OutcomeAccount,
    private readonly failedRows: FailedRowsRecorder,
  ) {}

  async provision(scope: Scope, request: Request, response: Response): Promise<void> {
    this.countCall(scope);
    await new BulkExchange({ ...this.jobOf(scope), readmit: scope.readmit }).run(request, response);
  }

  /** Answers like {@link provision}, and writes and counts nothing. */
  async dryRun(scope: Scope, request: Request, response: Response): Promise<void> {
    const answer = await this.dryRuns.run(scope, (dryRun, place) => {
      const apply = async ({ rows }: RowBatch<CreateUpdateUserDto>): Promise<RowOutcome[]> =>
        (await this.preview.plan(scope, rows, dryRun)).outcomes.map(toRow);
      const { readmit, tenantId } = scope;
      const job = { dto: CreateUpdateUserDto, tenantId, readmit, apply };
      return new BulkExchange(job).work(request, response, place);
    });
    await answer.end();
  }

  /** Counts a call that sends lines by {@link provisionLines}. */
  countCall(scope: Scope): void {
    this.account.accountRun(scope, [], 1);
  }

  /**
   * Applies lines that came in another way than as NDJSON, like a batch of {@link provision}.
   * @param named of all lines of the upload
   */
  async provisionLines(
    scope: Scope,
    lines: readonly Line[],
    named: NamedAddresses,
  ): Promise<readonly RowOutcome[]> {
    const job = this.jobOf(scope, named);
    const found = await new BulkBatch(job, lines).outcomes();
    const outcomes = lines.flatMap((line) => found.get(line) ?? []);
    job.answered?.(outcomes, lines);
    return outcomes;
  }

  private jobOf(scope: Scope, named = new NamedAddresses()): BulkJob<CreateUpdateUserDto> {
    const recognised = this.recogniser.of(scope);
    return {
      dto: CreateUpdateUserDto,
      tenantId: scope.tenantId,
      unchanged: recognised,
      mayPrepare: () => this.forecast.of(scope).onlyNew,
      apply: (batch: RowBatch<CreateUpdateUserDto>) => this.apply(scope, batch, named),
      answered: (outcomes, lines) => {
        recognised.addTo(named, outcomes);
        this.note(scope, outcomes);
        this.noteFailures(scope, outcomes, lines);
      },
    };
  }

  private async apply(
    scope: Scope,
    { rows, texts, before }: RowBatch<CreateUpdateUserDto>,
    named: NamedAddresses,
  ): Promise<RowOutcome[]> {
    const people = rows.map((person, index) => ({ person, text: texts[index] ?? '' }));
    const outcomes = await this.provisioning.provision(new Batch(scope, people, { before, named }));
    return outcomes.map(toRow);
  }

  private note(scope: Scope, outcomes: readonly RowOutcome[]): void {
    this.forecast.learn(
      scope,
      outcomes.map(({ kind }) => kind),
    );
    this.account.accountRows(scope, outcomes.map(accounted), 0);
  }

  private noteFailures(scope: Scope, outcomes: readonly RowOutcome[], lines: readonly Line[]): void {
    const failures: Failure[] = [];
    outcomes.forEach((outcome, index) => {
      const line = lines[index];
      if (outcome.kind !== 'refused' || line === undefined) return;
      failures.push({ refusal: outcome.refusal, sent: line.json, line: line.number });
    });
    if (failures.length > 0) this.failedRows.note(scope, failures);
  }
}
