import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Counter, Histogram, Registry } from 'prom-client';

import type { FinishedRequest, RowCounts } from '../http/server/finished-request.js';
import { isDryRun } from '../request-log/logged-request.js';
import { isOfSandbox } from './of-sandbox.js';

const OUTCOMES = ['inserted', 'updated', 'unchanged', 'failed'] as const;
/**
 * Uploads, whose rows are counted at once when the call has ended. Without a sample before, Prometheus takes the first
 * one for no growth, and would not see the first upload after a start.
 */
export const UPLOADS = [
  '/api/v1/integration/users/bulk',
  '/api/v1/workflow/progress/bulk',
  '/api/v1/admin/files/apply',
  '/scim/v2/Bulk',
] as const;
/** A call for one person should take a few milliseconds, a page of a queue 20; uploads take seconds. */
const SECONDS = [0.005, 0.02, 0.1, 0.5, 2, 10, 60];

type OutcomeCounts = Record<(typeof OUTCOMES)[number], number>;

const noRows = (): OutcomeCounts => ({ inserted: 0, updated: 0, unchanged: 0, failed: 0 });

interface RouteCounts {
  readonly labels: { readonly method: string; readonly route: string };
  readonly byStatus: Map<number, number>;
  written?: OutcomeCounts;
  /** The rows of dry runs. */
  dryRun?: OutcomeCounts;
}

function add(earlier: OutcomeCounts | undefined, counts: RowCounts): OutcomeCounts {
  const sum = earlier ?? noRows();
  for (const outcome of OUTCOMES) sum[outcome] += counts[outcome];
  return sum;
}

/** Most requests have no query, which Express parses again at each access. */
function hasDryRunQuery(request: Request): boolean {
  return request.originalUrl.includes('?') && isDryRun(request);
}

/**
 * Counts requests and rows by route. Every request passes it, so it counts in plain numbers: two counters of
 * prom-client beside the histogram would double its cost of a microsecond.
 */
@Injectable()
export class RequestMeter {
  private readonly methods = new Map<string, Map<string, RouteCounts>>();
  private readonly durations: Histogram<'method' | 'route'>;
  private readonly ofSandboxes: Counter<'method' | 'route' | 'status'>;

  constructor(registry: Registry) {
    const registers = [registry];
    this.durations = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'From the first byte of a request to the last of its answer',
      labelNames: ['method', 'route'],
      buckets: SECONDS,
      registers,
    });
    const requests = new Counter({
      name: 'http_requests_total',
      help: 'Answered requests but those of sandboxes, by pattern of the route; "none" is an unknown address or a page',
      labelNames: ['method', 'route', 'status'],
      registers,
      collect: () => {
        this.fillRequests(requests);
      },
    });
    this.ofSandboxes = new Counter({
      name: 'sandbox_requests_total',
      help: 'Answered requests with credentials of sandboxes, which other metrics of requests and rows leave out',
      labelNames: ['method', 'route', 'status'],
      registers,
    });
    const rows = new Counter({
      name: 'rows_total',
      help: 'People and progress records that were sent, by what became of them, when their call has ended',
      labelNames: ['route', 'dry_run', 'outcome'],
      registers,
      collect: () => {
        this.fillRows(rows);
      },
    });
    for (const route of UPLOADS) this.countsOf('POST', route).written = noRows();
  }

  note(finished: FinishedRequest): void {
    const { request, route, status, ms } = finished;
    if (isOfSandbox(finished)) {
      this.ofSandboxes.inc({ method: request.method, route, status });
      return;
    }
    const counts = this.countsOf(request.method, route);
    counts.byStatus.set(status, (counts.byStatus.get(status) ?? 0) + 1);
    this.durations.observe(counts.labels, ms / 1000);
    const { rowCounts } = request;
    if (rowCounts === undefined) return;
    const kind = hasDryRunQuery(request) ? 'dryRun' : 'written';
    counts[kind] = add(counts[kind], rowCounts);
  }

  private countsOf(method: string, route: string): RouteCounts {
    let routes = this.methods.get(method);
    if (routes === undefined) this.methods.set(method, (routes = new Map<string, RouteCounts>()));
    let counts = routes.get(route);
    if (counts === undefined)
      routes.set(route, (counts = { labels: { method, route }, byStatus: new Map<number, number>() }));
    return counts;
  }

  private *all(): Iterable<RouteCounts> {
    for (const routes of this.methods.values()) yield* routes.values();
  }

  private fillRequests(requests: Counter<'method' | 'route' | 'status'>): void {
    requests.reset();
    for (const { labels, byStatus } of this.all())
      for (const [status, count] of byStatus) requests.inc({ ...labels, status }, count);
  }

  private fillRows(rows: Counter<'route' | 'dry_run' | 'outcome'>): void {
    rows.reset();
    for (const { labels, written, dryRun } of this.all())
      for (const outcome of OUTCOMES) {
        const { route } = labels;
        if (written) rows.inc({ route, dry_run: 'false', outcome }, written[outcome]);
        if (dryRun) rows.inc({ route, dry_run: 'true', outcome }, dryRun[outcome]);
      }
  }
}
