import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';

import { BulkBatch } from '../../http/ndjson/bulk-batch.js';
import { BulkExchange } from '../../http/ndjson/bulk-exchange.js';
import type { BulkJob, RowBatch, RowOutcome } from '../../http/ndjson/bulk-job.js';
import { type BulkLine, checkEachYielding } from '../../http/ndjson/bulk-line.js';
import type { Scope } from '../../tenancy/scope.js';
import { CreateUpdateUserDto } from '../model/dto/create-update-user.dto.js';
import { DryRuns } from './dry-run.js';
import { type Failure, FailedRowsRecorder } from '../failed-rows/failed-rows-recorder.js';
import { CandidateIndex } from '../matching/candidate-index.js';
import { MatchDecisionsRepository } from '../matching/match-decisions.repository.js';
import { NamedAddresses } from '../matching/named-addresses.js';
import type { Outcome } from '../model/outcome.js';
import { Batch } from './batch.js';
import { Forecast } from './forecast.js';
import { ProvisioningPreview } from './provisioning-preview.service.js';
import { ProvisioningService } from './provisioning.service.js';
import { UnchangedBodies, type UnchangedBody } from '../unchanged-bodies/unchanged-bodies.service.js';
import {
  awaitedOf,
  keptActiveOf,
  pendingOf,
  RunTally,
  statusCountsOf,
  statusesOf,
} from '../runs/run-tally.js';
import { ProvisioningTally } from '../statistics/provisioning-tally.js';
import type { KnownUser } from '../model/users.repository.js';

type Line = BulkLine<CreateUpdateUserDto>;

function toRow(outcome: Outcome): RowOutcome {
  if (outcome.kind === 'refused') return outcome;
  const { kind, user, warnings, holdId, pendingId, committeeImpact, beyond = [] } = outcome;
  const { deprovisioned, restored } = statusCountsOf([outcome]);
  const isOver = holdId === undefined && beyond.length > 0;
  const counts = {
    deprovisioned,
    restored,
    overThreshold: isOver ? 1 : 0,
    ...awaitedOf([outcome]),
    keptActive: keptActiveOf([outcome]),
  };
  const details = {
    ...(committeeImpact === undefined ? {} : { committeeImpact }),
    ...(deprovisioned === 0 ? {} : { deprovisioned: true }),
    ...(restored === 0 ? {} : { restored: true }),
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

/** The address of a body that was recognised is that of its user. */
function addRecognised(named: NamedAddresses, body: UnchangedBody | undefined): void {
  if (body === undefined || body.matchedBy === 'email') return;
  const { id, legacyNumber, email } = body.user;
  named.add(email, body.matchedBy === 'id' ? id : (legacyNumber ?? id));
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
    private readonly failedRows: FailedRowsRecorder,
    private readonly decisions: MatchDecisionsRepository,
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
      const { readmit } = scope;
      return new BulkExchange({ dto: CreateUpdateUserDto, readmit, apply }).work(request, response, place);
    });
    await answer.end();
  }

  /** Counts a call that sends lines by {@link provisionLines}. */
  countCall(scope: Scope): void {
    this.runs.count(scope, { calls: 1 });
  }

  /** Applies lines that came in another way than as NDJSON, like a batch of {@link provision}. */
  async provisionLines(scope: Scope, lines: readonly Line[]): Promise<readonly RowOutcome[]> {
    const job = this.jobOf(scope);
    const found = await new BulkBatch(job, lines).outcomes();
    const outcomes = lines.flatMap((line) => found.get(line) ?? []);
    job.answered?.(outcomes, lines);
    return outcomes;
  }

  private jobOf(scope: Scope): BulkJob<CreateUpdateUserDto> {
    const named = new NamedAddresses();
    const recognised = new WeakMap<RowOutcome, UnchangedBody>();
    return {
      dto: CreateUpdateUserDto,
      unchanged: {
        areExpected: () => this.forecast.of(scope).usual === 'unchanged',
        find: (lines) => this.findUnchanged(scope, lines, recognised),
      },
      mayPrepare: () => this.forecast.of(scope).onlyNew,
      apply: (batch: RowBatch<CreateUpdateUserDto>) => this.apply(scope, batch, named),
      answered: (outcomes, lines) => {
        // Not when they are found: what the batch before changes may leave a line to be applied.
        for (const outcome of outcomes) addRecognised(named, recognised.get(outcome));
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
    const outcomes = await this.provisioning.provision(new Batch(scope, people, before, undefined, named));
    this.runs.count(scope, {
      statuses: statusesOf(outcomes),
      awaited: awaitedOf(outcomes),
      keptActive: keptActiveOf(outcomes),
      pending: pendingOf(outcomes),
    });
    return outcomes.map(toRow);
  }

  private note(scope: Scope, outcomes: readonly RowOutcome[]): void {
    const kinds = outcomes.map(({ kind }) => kind);
    this.forecast.learn(scope, kinds);
    this.tally.count(scope, kinds);
    this.runs.count(scope, { kinds });
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

  /** Finds none when another of these lines is about one of the found users: it may come first and change that user. */
  private async findUnchanged(
    scope: Scope,
    lines: readonly Line[],
    recognised: WeakMap<RowOutcome, UnchangedBody>,
  ): Promise<ReadonlyMap<Line, RowOutcome>> {
    const unchanged = await this.unchangedBodies.find(scope, lines);
    const outcomes = new Map<Line, RowOutcome>();
    const found: KnownUser[] = [];
    unchanged.forEach((body, index) => {
      const line = lines[index];
      if (body === undefined || line === undefined) return;
      const outcome: RowOutcome = { kind: 'unchanged', id: body.user.id, warnings: [] };
      outcomes.set(line, outcome);
      recognised.set(outcome, body);
      found.push(body.user);
    });
    const others = lines.filter((line) => !outcomes.has(line));
    await checkEachYielding(others);
    const rows = others.flatMap((line) => {
      const result = line.check();
      return 'row' in result ? [result.row] : [];
    });
    const externalIds = rows.flatMap(({ externalId }) => externalId ?? []);
    const users = new CandidateIndex(found, await this.decisions.about(scope, externalIds));
    return rows.some((row) => users.match(row) !== undefined) ? new Map() : outcomes;
  }
}
