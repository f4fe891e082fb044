import { Injectable } from '@nestjs/common';

import { LoggedRequestNotFound } from '../errors/request-log.errors.js';
import type { Scope } from '../tenancy/scope.js';
import type { LastRun } from './last-run.entity.js';
import type { LoggedRequest } from './request-log.entity.js';
import type { RequestQuery } from './request-selection.js';
import { type RequestPage, RequestsRepository } from './requests.repository.js';

/** Reads the request log; a request is in it about a second after its answer. */
@Injectable()
export class RequestsService {
  constructor(private readonly requests: RequestsRepository) {}

  page(scope: Scope, query: RequestQuery): Promise<RequestPage> {
    return this.requests.page(scope, query);
  }

  /** @throws {LoggedRequestNotFound} */
  async find(scope: Scope, id: string): Promise<LoggedRequest> {
    const found = /^\d{1,15}$/.test(id) ? await this.requests.find(scope, Number(id)) : null;
    if (found === null) throw new LoggedRequestNotFound();
    return found;
  }

  /** The last upload of people that ended well; undefined before the first. */
  async lastRun(scope: Scope): Promise<LastRun | undefined> {
    return (await this.requests.lastRun(scope)) ?? undefined;
  }

  /** The last one of each tenant that had one, for whoever runs the service. */
  lastRuns(): Promise<LastRun[]> {
    return this.requests.lastRunsOfAll();
  }
}
