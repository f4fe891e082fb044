import { Injectable } from '@nestjs/common';

import { success, type Success } from '../../http/answers.js';
import { RequestsService } from '../../request-log/requests.service.js';
import { SubmissionsService } from '../../submissions/submissions.service.js';
import type { Scope } from '../../tenancy/scope.js';
import { UserListService } from '../../users/list/user-list.service.js';
import type { AdministrationRole } from '../../users/model/user-defaults.js';
import { RunListService } from '../../users/runs/run-list.service.js';
import { KeysService } from '../keys/keys.service.js';
import { presentUserRow } from '../users/users.dto.js';
import { ListViewsService } from '../views/list-views.service.js';
import {
  type FoundDto,
  type FoundKeyDto,
  presentFoundKey,
  presentFoundPerson,
  presentFoundRequest,
  presentFoundRun,
  presentFoundSubmission,
  presentFoundView,
  type SearchQueryDto,
} from './search.dto.js';

const MOST = 5;

/** Finds what an administrator looks for when only a part of its name is known. */
@Injectable()
export class SearchService {
  constructor(
    private readonly people: UserListService,
    private readonly runs: RunListService,
    private readonly submissions: SubmissionsService,
    private readonly keys: KeysService,
    private readonly requests: RequestsService,
    private readonly views: ListViewsService,
  ) {}

  /** @param role of the caller, who finds nothing that the role may not read */
  async search(
    scope: Scope,
    role: AdministrationRole | undefined,
    { q = '' }: SearchQueryDto,
  ): Promise<Success<FoundDto>> {
    const [people, runs, submissions, keys, requests, views] = await Promise.all([
      this.people.search(scope, q, MOST),
      this.runs.beginning(scope, q, MOST),
      this.submissions.beginning(scope, q, MOST),
      role === 'operator' || q === '' ? [] : this.keysOf(scope, q),
      this.requests.beginning(scope, q, MOST),
      this.views.named({ scope, role }, q, MOST),
    ]);
    return success({
      people: people.map((person) => presentFoundPerson(presentUserRow(scope, person))),
      runs: runs.map(presentFoundRun),
      submissions: submissions.map(presentFoundSubmission),
      keys,
      requests: requests.map(presentFoundRequest),
      views: views.map(presentFoundView),
    });
  }

  private async keysOf(scope: Scope, q: string): Promise<FoundKeyDto[]> {
    const { data } = await this.keys.list(scope, { q, sort: 'label', perPage: MOST });
    return data.map(presentFoundKey);
  }
}
