import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';

import { BulkBatch } from '../../http/ndjson/bulk-batch.js';
import { BulkExchange } from '../../http/ndjson/bulk-exchange.js';
import type { BulkJob, RowBatch, RowOutcome } from '../../http/ndjson/bulk-job.js';
import type { BulkLine } from '../../http/ndjson/bulk-line.js';
import type { Scope } from '../../tenancy/scope.js';
import { CreateUpdateUserDto } from '../model/dto/create-update-user.dto.js';
import { DryRuns } from './dry-run.js';
import { NamedAddresses } from '../matching/named-addresses.js';
import type { Outcome } from '../model/outcome.js';
import { Batch } from '../batch/batch.js';
import { Forecast } from './forecast.js';
import { type LineAccount, LineAccounts } from './line-accounts.js';
import { LineRecogniser } from './line-recogniser.js';
import { ProvisioningPreview } from './provisioning-preview.service.js';
import { ProvisioningService } from './provisioning.service.js';
import { countsOf } from '../statistics/outcome-account.js';

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

/** Bulk requests (contract, 2.7). */
@Injectable()
export class BulkUsersService {
  constructor(
    private readonly provisioning: ProvisioningService,
    private readonly preview: ProvisioningPreview,
    private readonly dryRuns: DryRuns,
    private readonly forecast: Forecast,
    private readonly recogniser: LineRecogniser,
    private readonly accounts: LineAccounts,
  ) {}

  /** @throws {RunFinished} when the run of the call was finished */
  async provision(scope: Scope, request: Request, response: Response): Promise<void> {
    const job = this.jobOf(scope, await this.accounts.begin(scope));
    await new BulkExchange(job).run(request, response);
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

  /**
   * Begins a call whose lines come in another way than as NDJSON.
   * @returns applies lines of it, like a batch of {@link provision}
   * @throws {RunFinished} like {@link provision}
   */
  async begin(scope: Scope): Promise<(lines: readonly Line[]) => Promise<readonly RowOutcome[]>> {
    const job = this.jobOf(scope, await this.accounts.begin(scope));
    return async (lines) => {
      const batch = new BulkBatch(job, lines);
      const outcomes = await batch.outcomes();
      const found = lines.flatMap((line) => outcomes.get(line) ?? []);
      return batch.isAdmitted ? ((await job.settle?.(found, lines)) ?? found) : found;
    };
  }

  private jobOf(scope: Scope, account: LineAccount): BulkJob<CreateUpdateUserDto> {
    const named = new NamedAddresses();
    const recognised = this.recogniser.of(scope);
    return {
      dto: CreateUpdateUserDto,
      tenantId: scope.tenantId,
      unchanged: recognised,
      readmit: () => account.readmit(),
      mayPrepare: () => this.forecast.of(scope).onlyNew,
      apply: (batch: RowBatch<CreateUpdateUserDto>) => this.apply(scope, batch, named),
      settle: (outcomes, lines) => {
        recognised.addTo(named, outcomes);
        this.forecast.learn(
          scope,
          outcomes.map(({ kind }) => kind),
        );
        return account.settle(outcomes, lines);
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
}
