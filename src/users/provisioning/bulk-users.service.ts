import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';

import { BulkExchange, type RowOutcome } from '../../http/ndjson/bulk-exchange.js';
import { type BulkLine, checkInTurns } from '../../http/ndjson/bulk-line.js';
import type { Scope } from '../../tenancy/scope.js';
import { CreateUpdateUserDto } from '../model/dto/create-update-user.dto.js';
import { DryRuns } from './dry-run.js';
import { CandidateIndex } from '../matching/candidate-index.js';
import type { Outcome } from '../model/outcome.js';
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

/** Contract, 2.7. */
@Injectable()
export class BulkUsersService {
  constructor(
    private readonly provisioning: ProvisioningService,
    private readonly dryRuns: DryRuns,
    private readonly recognition: UnchangedBodies,
    private readonly tally: ProvisioningTally,
    private readonly runs: RunTally,
  ) {}

  async provision(scope: Scope, request: Request, response: Response): Promise<void> {
    const apply = async (
      people: readonly CreateUpdateUserDto[],
      texts: readonly string[],
      after: Promise<void>,
    ): Promise<RowOutcome[]> => {
      const sent = people.map((person, index) => ({ person, text: texts[index] ?? '' }));
      const outcomes = await this.provisioning.provision(scope, sent, after);
      this.runs.count(scope, { statuses: statusesOf(outcomes) });
      return outcomes.map(toRow);
    };
    const answered = (outcomes: readonly RowOutcome[]): void => {
      const kinds = outcomes.map(({ kind }) => kind);
      this.recognition.learn(scope, kinds);
      this.tally.count(scope, kinds);
      this.runs.count(scope, { kinds });
    };
    const recognition = {
      isWorthwhile: () => this.recognition.isWorthwhile(scope),
      recognise: (lines: readonly Line[]) => this.recognise(scope, lines),
    };
    this.runs.count(scope, { calls: 1 });
    const mayPrepare = (): boolean => this.recognition.expectsNobodyKnown(scope);
    await new BulkExchange({ dto: CreateUpdateUserDto, recognition, mayPrepare, apply, answered }).run(
      request,
      response,
    );
  }

  /** Answers the same, writes nothing and counts nothing. */
  async rehearse(scope: Scope, request: Request, response: Response): Promise<void> {
    const answer = await this.dryRuns.run(scope, (dryRun) => {
      const apply = async (people: readonly CreateUpdateUserDto[]): Promise<RowOutcome[]> =>
        (await this.provisioning.rehearse(scope, people, dryRun)).map(toRow);
      return new BulkExchange({ dto: CreateUpdateUserDto, apply }).work(request, response);
    });
    await answer.end();
  }

  /** Nobody, when another line of these is about one of them: it may come first and change them. */
  private async recognise(scope: Scope, lines: readonly Line[]): Promise<ReadonlyMap<Line, RowOutcome>> {
    const answers = await this.recognition.recognise(scope, lines);
    const outcomes = new Map<Line, RowOutcome>();
    const directory = new CandidateIndex<KnownUser>([]);
    answers.forEach((answer, index) => {
      const line = lines[index];
      if (answer === undefined || line === undefined) return;
      outcomes.set(line, { kind: 'unchanged', id: answer.user.id, warnings: [] });
      directory.put(answer.user);
    });
    const others = lines.filter((line) => !outcomes.has(line));
    await checkInTurns(others);
    const meetsOne = others.some((line) => {
      const result = line.check();
      return 'row' in result && directory.match(result.row) !== undefined;
    });
    return meetsOne ? new Map() : outcomes;
  }
}
