import { Injectable } from '@nestjs/common';

import { LoggedRequestNotFound } from '../errors/request-log.errors.js';
import type { Scope } from '../tenancy/scope.js';
import { nowOf } from '../tenancy/time/tenant-clock.js';
import type { LastRun } from './last-run.entity.js';
import { type NightlyRun, nightlyRunsOf } from './nightly-runs.js';
import type { LoggedRequest } from './request-log.entity.js';
import { type RefusedRequest, refusalsOf } from './refused-requests.js';
import type { RequestFilter, RequestQuery } from './request-selection.js';
import { type RequestPage, RequestsRepository, type RequestSummary } from './requests.repository.js';

export const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** Reads the request log; a request appears in it about a second after its answer. */
@Injectable()
export class RequestsService {
  constructor(private readonly requests: RequestsRepository) {}

  page(scope: Scope, query: RequestQuery): Promise<RequestPage> {
    return this.requests.page(scope, query);
  }

  /** Every request that the filter leaves, the latest first, read while they are taken. */
  all(scope: Scope, filter: RequestFilter): AsyncGenerator<RequestSummary[]> {
    return this.requests.all(scope, filter);
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

  /**
   * The latest refusals of these actors, the newest first, among the newest 50,000 requests of each kind.
   * @param most how many at most
   */
  async refused(
    scope: Pick<Scope, 'tenantId'>,
    actors: readonly string[],
    most: number,
  ): Promise<RefusedRequest[]> {
    const rows = await this.requests.refused(scope, actors, most);
    return rows.flatMap(refusalsOf).slice(0, most);
  }

  /** The latest requests with these request IDs, the newest first. */
  withIds(scope: Scope, requestIds: readonly string[], most: number): Promise<RequestSummary[]> {
    return this.requests.withIds(scope, requestIds, most);
  }

  /** The latest request of each request ID that begins with this text; of IDs with a date the latest first. */
  beginning(scope: Scope, text: string, most: number): Promise<RequestSummary[]> {
    return REQUEST_ID.test(text) ? this.requests.beginning(scope, text, most) : Promise.resolve([]);
  }

  /** The last successful upload of people; undefined before the first. */
  async lastRun(scope: Scope): Promise<LastRun | undefined> {
    return (await this.requests.lastRun(scope)) ?? undefined;
  }

  /** When people were sent without effect for the first time, as far as the log is kept; undefined before that. */
  firstDryRun(scope: Pick<Scope, 'tenantId'>): Promise<Date | undefined> {
    return this.requests.firstDryRun(scope);
  }

  /** The runs that the tenant expects every night, as they came last; see {@link nightlyRunsOf}. */
  async nightlyRuns(scope: Scope, now = nowOf(scope)): Promise<NightlyRun[]> {
    const [series, last] = await Promise.all([this.requests.seriesOf(scope), this.lastRun(scope)]);
    return nightlyRunsOf(series, last, { hours: scope.tenant.nightlyRunHours, now });
  }

  /** The last successful upload of each tenant that had one, for operators. */
  lastRuns(): Promise<LastRun[]> {
    return this.requests.lastRunsOfAll();
  }
}
