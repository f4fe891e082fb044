import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';

import { BulkExchange } from '../../http/ndjson/bulk-exchange.js';
import type { RowBatch, RowOutcome } from '../../http/ndjson/bulk-job.js';
import { type BulkLine, checkEachYielding } from '../../http/ndjson/bulk-line.js';
import type { Scope } from '../../tenancy/scope.js';
import { CreateUpdateUserDto } from '../model/dto/create-update-user.dto.js';
import { DryRuns } from './dry-run.js';
import { CandidateIndex } from '../matching/candidate-index.js';
import type { Outcome } from '../model/outcome.js';
import { Batch } from './batch.js';
import { Forecast } from './forecast.js';
import { ProvisioningPreview } from './provisioning-preview.service.js';
import { ProvisioningService } from './provisioning.service.js';
import { UnchangedBodies } from '../unchanged-bodies/unchanged-bodies.service.js';
import { RunTally, statusesOf } from '../runs/run-tally.js';
import { ProvisioningTally } from '../statistics/provisioning-tally.js';
import type { KnownUser } from '../model/users.repository.js';

type Line = BulkLine<CreateUpdateUserDto>;

function toRow(outcome: Outcome): RowOutcome {
  if (outcome.kind === 'refused') return outcome;
  const { kind, user, warnings, holdId } = outcome;
  const row = { kind, id: user.id, warnings };
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
    private readonly unchangedBodies: UnchangedBodies,
    private readonly tally: ProvisioningTally,
    private readonly runs: RunTally,
  ) {}

  async provision(scope: Scope, request: Request, response: Response): Promise<void> {
    this.runs.count(scope, { calls: 1 });
    const exchange = new BulkExchange({
      dto: CreateUpdateUserDto,
      unchanged: {
        areExpected: () => this.forecast.of(scope).usual === 'unchanged',
        find: (lines) => this.findUnchanged(scope, lines),
      },
      mayPrepare: () => this.forecast.of(scope).onlyNew,
      apply: (batch: RowBatch<CreateUpdateUserDto>) => this.apply(scope, batch),
      answered: (outcomes) => {
        this.note(scope, outcomes);
      },
    });
    await exchange.run(request, response);
  }

  /** Answers like {@link provision}, and writes and counts nothing. */
  async dryRun(scope: Scope, request: Request, response: Response): Promise<void> {
    const answer = await this.dryRuns.run(scope, (dryRun) => {
      const apply = async ({ rows }: RowBatch<CreateUpdateUserDto>): Promise<RowOutcome[]> =>
        (await this.preview.plan(scope, rows, dryRun)).outcomes.map(toRow);
      return new BulkExchange({ dto: CreateUpdateUserDto, apply }).work(request, response);
    });
    await answer.end();
  }

  private async apply(
    scope: Scope,
    { rows, texts, before }: RowBatch<CreateUpdateUserDto>,
  ): Promise<RowOutcome[]> {
    const people = rows.map((person, index) => ({ person, text: texts[index] ?? '' }));
    const outcomes = await this.provisioning.provision(new Batch(scope, people, before));
    this.runs.count(scope, { statuses: statusesOf(outcomes) });
    return outcomes.map(toRow);
  }

  private note(scope: Scope, outcomes: readonly RowOutcome[]): void {
    const kinds = outcomes.map(({ kind }) => kind);
    this.forecast.learn(scope, kinds);
    this.tally.count(scope, kinds);
    this.runs.count(scope, { kinds });
  }

  /** Finds none when another of these lines is about one of the found users: it may come first and change that user. */
  private async findUnchanged(scope: Scope, lines: readonly Line[]): Promise<ReadonlyMap<Line, RowOutcome>> {
    const unchanged = await this.unchangedBodies.find(scope, lines);
    const outcomes = new Map<Line, RowOutcome>();
    const users = new CandidateIndex<KnownUser>([]);
    unchanged.forEach((body, index) => {
      const line = lines[index];
      if (body === undefined || line === undefined) return;
      outcomes.set(line, { kind: 'unchanged', id: body.user.id, warnings: [] });
      users.put(body.user);
    });
    const others = lines.filter((line) => !outcomes.has(line));
    await checkEachYielding(others);
    const isAboutFound = others.some((line) => {
      const result = line.check();
      return 'row' in result && users.match(result.row) !== undefined;
    });
    return isAboutFound ? new Map() : outcomes;
  }
}
