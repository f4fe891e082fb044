import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';

import { BulkExchange, type RowOutcome } from '../http/ndjson/bulk-exchange.js';
import type { Scope } from '../tenancy/scope.js';
import { CreateUpdateUserDto } from './dto/create-update-user.dto.js';
import { DryRuns } from './dry-run.js';
import type { Outcome } from './plan.js';
import { ProvisioningService } from './provisioning.service.js';
import { ProvisioningTally } from './tally/provisioning-tally.js';

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
    private readonly tally: ProvisioningTally,
  ) {}

  async provision(scope: Scope, request: Request, response: Response): Promise<void> {
    const apply = async (people: readonly CreateUpdateUserDto[]): Promise<RowOutcome[]> =>
      (await this.provisioning.provision(scope, people)).map(toRow);
    const answered = (outcomes: readonly RowOutcome[]): void => {
      this.tally.count(
        scope,
        outcomes.map(({ kind }) => kind),
      );
    };
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
