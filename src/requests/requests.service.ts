import { Injectable } from '@nestjs/common';

import { LoggedRequestNotFound } from '../errors/request-log.errors.js';
import type { Scope } from '../tenancy/scope.js';
import type { LastRun } from './last-run.entity.js';
import type { LoggedRequest } from './request-log.entity.js';
import type { RequestQuery } from './request-selection.js';
import { type RequestPage, RequestsRepository } from './requests.repository.js';

/** Reads the request log; a request appears in it about a second after its answer. */
@Injectable()
export class RequestsService {
  constructor(private readonly requests: RequestsRepository) {}

  page(scope: Scope, query: RequestQuery): Promise<RequestPage> {
    return this.requests.page(scope, query);
  }

  /**
   * Finds a request by its ID.
   * @throws {LoggedRequestNotFound} when the tenant has no such request
   */
  async find(scope: Scope, id: string): Promise<LoggedRequest> {
    const found = /^\d{1,15}$/.test(id) ? await this.requests.find(scope, Number(id)) : null;
    if (found === null) throw new LoggedRequestNotFound();
    return found;
  }

  /** The last successful upload of people; undefined before the first. */
  async lastRun(scope: Scope): Promise<LastRun | undefined> {
    return (await this.requests.lastRun(scope)) ?? undefined;
  }

  /** The last successful upload of each tenant that had one, for operators. */
  lastRuns(): Promise<LastRun[]> {
    return this.requests.lastRunsOfAll();
  }
}
