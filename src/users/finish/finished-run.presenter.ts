import { Injectable } from '@nestjs/common';

import type { Scope } from '../../tenancy/scope.js';
import { summariseUser } from '../model/dto/user.dto.js';
import { ACCOUNT_TYPES } from '../model/account.js';
import { UsersRepository } from '../model/users.repository.js';
import type { FinishedRun } from '../runs/finished-run.entity.js';
import type { FinishedRunDto, RunFinishDto } from './finish.dto.js';

/** Presents what finishing a run has done, with some of the people as they are now. */
@Injectable()
export class FinishedRunPresenter {
  constructor(private readonly users: UsersRepository) {}

  async of(scope: Scope, finished: FinishedRun): Promise<FinishedRunDto> {
    const { run, rowCount: rows, namedCount: named, accountTypes, sample } = finished;
    const { first, deprovisioned, held, kept } = finished;
    const users = await this.users.findCandidates(scope, { externalIds: sample, emailKeys: [] });
    const people = sample.flatMap((id) => users.find((user) => user.id === id) ?? []);
    const absent =
      accountTypes === null ? null : { first, again: deprovisioned + held + kept, deprovisioned, held };
    return { run, rows, named, absent, sample: people.map(summariseUser) };
  }

  async ofRun(scope: Scope, finished: FinishedRun): Promise<RunFinishDto> {
    const { accountTypes, at, state } = finished;
    return {
      ...(await this.of(scope, finished)),
      at: at.toISOString(),
      isDone: state === 'done',
      accountTypes: ACCOUNT_TYPES.filter((type) => accountTypes?.split(',').includes(type)),
    };
  }
}
