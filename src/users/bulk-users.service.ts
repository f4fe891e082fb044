import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';

import { BulkExchange, type RowOutcome } from '../http/ndjson/bulk-exchange.js';
import type { Scope } from '../tenancy/scope.js';
import { CreateUpdateUserDto } from './dto/create-update-user.dto.js';
import { DryRuns } from './dry-run.js';
import type { Outcome } from './plan.js';
import { ProvisioningService } from './provisioning.service.js';
import { RunTally, statusesOf } from './runs/run-tally.js';
import { ProvisioningTally } from './tally/provisioning-tally.js';

function toRow(outcome: Outcome): RowOutcome {
  return outcome.kind === 'refused'
    ? outcome
    : { kind: outcome.kind, id: outcome.user.id, warnings: outcome.warnings };
}

/** Contract, 2.7. */
@Injectable()
export class BulkUsersService {
  constructor(
    private readonly provisioning: ProvisioningService,
    private readonly dryRuns: DryRuns,
    private readonly tally: ProvisioningTally,
    private readonly runs: RunTally,
  ) {}

  async provision(scope: Scope, request: Request, response: Response): Promise<void> {
    const apply = async (people: readonly CreateUpdateUserDto[]): Promise<RowOutcome[]> => {
      const outcomes = await this.provisioning.provision(scope, people);
      this.runs.count(scope, { statuses: statusesOf(outcomes) });
      return outcomes.map(toRow);
    };
    const answered = (outcomes: readonly RowOutcome[]): void => {
      const kinds = outcomes.map(({ kind }) => kind);
      this.tally.count(scope, kinds);
      this.runs.count(scope, { kinds });
    };
    this.runs.count(scope, { calls: 1 });
    await new BulkExchange({ dto: CreateUpdateUserDto, apply, answered }).run(request, response);
  }

  /** Answers the same, writes nothing and counts nothing. */
  async rehearse(scope: Scope, request: Request, response: Response): Promise<void> {
    await this.dryRuns.run(scope, async (dryRun) => {
      const apply = async (people: readonly CreateUpdateUserDto[]): Promise<RowOutcome[]> =>
        (await this.provisioning.rehearse(scope, people, dryRun)).map(toRow);
      await new BulkExchange({ dto: CreateUpdateUserDto, apply }).run(request, response);
    });
  }
}
