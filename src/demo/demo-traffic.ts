import { randomUUID } from 'node:crypto';

import { Injectable } from '@nestjs/common';

import { UnitOfWork } from '../database/transaction/unit-of-work.js';
import { type NewLoggedRequest, RequestsRepository } from '../request-log/requests.repository.js';
import { dayIn } from '../tenancy/time/calendar.js';
import { CredentialsRepository } from '../tenancy/credentials/credentials.repository.js';
import type { Scope } from '../tenancy/scope.js';
import { ProvisioningDaysRepository } from '../users/statistics/provisioning-days.repository.js';
import { nothingOf } from '../users/runs/run-tally.js';
import { type CountedRun, RunsRepository } from '../users/runs/runs.repository.js';
import { type Call, CALLS, NIGHTS, REAL_NIGHTS, runOfNight, startOfNight } from './traffic.js';
import { nowOf } from '../tenancy/time/tenant-clock.js';

const HOUR_MS = 3_600_000;
/** Reserved for documentation. */
const ADDRESS = '192.0.2.15';
const UPLOAD = '/api/v1/integration/users/bulk';
const EXPORT = '/api/v1/integration/progress';

type Callers = Readonly<Record<Call['key'], Scope>>;

/** Writes the request log and statistics of the last two weeks directly, since no call can have a time in the past. */
@Injectable()
export class DemoTraffic {
  constructor(
    private readonly days: ProvisioningDaysRepository,
    private readonly requests: RequestsRepository,
    private readonly credentials: CredentialsRepository,
    private readonly runs: RunsRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async create(callers: Callers): Promise<void> {
    const now = nowOf(callers.feed).getTime();
    const nights = NIGHTS.map((counts, index) => ({
      at: startOfNight(index, now),
      run: runOfNight(callers.feed, index),
      counts,
    }));
    const { tenantId, tenant, actor } = callers.feed;
    const days = nights.map(({ at, counts }) => {
      return { tenantId, day: dayIn(tenant.timeZone, at), ...countsOf(counts) };
    });
    const calls = [
      ...nights.flatMap(({ at, run, counts }) => nightlyCalls({ ...callers.feed, run }, at, counts)),
      ...CALLS.map((call) => single(callers[call.key], call, new Date(now - call.hours * HOUR_MS))),
    ].sort((one, other) => one.at.getTime() - other.at.getTime());
    const last = nights.slice(0, 1).map(({ at, counts }) => ({ tenantId, at, actor, ...countsOf(counts) }));
    const runs = nights
      .slice(REAL_NIGHTS)
      .map(({ at, run, counts }) => runOf({ ...callers.feed, run }, at, counts));
    await this.unitOfWork.run(async (transaction) => {
      await this.days.add(transaction, days);
      await this.requests.add(transaction, calls);
      await this.requests.saveRuns(transaction, last);
      await this.runs.add(transaction, runs);
    });
    for (const [key, caller] of Object.entries(callers)) {
      const hours = CALLS.filter((call) => call.key === key).map((call) => call.hours);
      const lastUsed = new Date(now - Math.min(...hours) * HOUR_MS);
      await this.credentials.markUsed(caller.actor.replace('key:', ''), lastUsed);
    }
  }
}

function countsOf([inserted, updated, unchanged, failed]: (typeof NIGHTS)[number]): NonNullable<
  NewLoggedRequest['counts']
> {
  return { inserted, updated, unchanged, failed };
}

function runOf(scope: Scope, at: Date, night: (typeof NIGHTS)[number]): CountedRun {
  const received = night.reduce((sum, count) => sum + count, 0);
  const run = nothingOf(scope, at);
  return Object.assign(run, countsOf(night), { calls: 2, received, actors: new Set([scope.actor]) });
}

function loggedBy(
  { tenantId, actor, run }: Scope,
  at: Date,
  request: string,
  status: number,
): NewLoggedRequest {
  const [method = '', path = ''] = request.split(' ');
  const [route = ''] = path.split('?');
  return {
    tenantId,
    actor,
    at,
    method,
    path,
    route,
    status,
    statusClass: Math.floor(status / 100),
    address: ADDRESS,
    requestId: randomUUID(),
    ms: 0,
    run: run ?? null,
    code: null,
    counts: null,
    body: null,
    answer: null,
  };
}

/** The upload of people, and then the pull of progress. */
function nightlyCalls(feed: Scope, at: Date, night: (typeof NIGHTS)[number]): NewLoggedRequest[] {
  const counts = countsOf(night);
  const ms = 40 + counts.inserted * 2 + counts.updated * 3;
  const lines = Array.from({ length: counts.failed }, (_, index) => ({
    line: 11 + index * 7,
    code: 'VALIDATION_FAILED',
    details: [{ field: 'email', code: 'isEmail' }],
  }));
  const answer = lines.length === 0 ? null : { lines };
  return [
    { ...loggedBy(feed, at, `POST ${UPLOAD}`, 200), ms, counts, answer },
    { ...loggedBy(feed, new Date(at.getTime() + 60_000), `GET ${EXPORT}?since&limit`, 200), ms: 18 },
  ];
}

function single(caller: Scope, call: Call, at: Date): NewLoggedRequest {
  const { ms, request, status, route, code = null, counts = null, body, answer = null } = call;
  return {
    ...loggedBy(caller, at, request, status),
    ms,
    code,
    counts,
    answer,
    body: body === undefined ? null : { masked: body },
    ...(route === undefined ? {} : { route }),
  };
}
