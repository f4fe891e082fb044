import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { DataSource } from 'typeorm';

import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/environment.js';
import { DatabaseClock } from '../database/connection/database-clock.js';
import { MatchCounts } from '../identity/match/match-counts.js';
import { ReceivedEvents } from '../submissions/events/received-events.js';
import { ClaimCounts } from '../sync/claims/claim-counts.js';
import { AuthFailures } from '../tenancy/access/auth-failures.js';
import { RateWindows } from '../tenancy/rate-windows/rate-windows.js';
import { RequestLimits } from '../tenancy/access/request-limits.js';
import { AwaitedTotals } from '../users/statistics/awaited-totals.js';
import { ConflictsService } from '../identity/conflicts/conflicts.service.js';
import { DeprovisioningLimits } from '../users/deprovisioning-limits/deprovisioning-limits.js';
import { poolUseOf } from './pool-use.js';

/** Metrics of one process, read at each scrape. */
@Injectable()
export class ProcessGauges {
  constructor(
    @Inject(CONFIG) config: Config,
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly deprovisioning: DeprovisioningLimits,
    private readonly awaited: AwaitedTotals,
    private readonly conflicts: ConflictsService,
    private readonly windows: RateWindows,
    private readonly limits: RequestLimits,
    private readonly failures: AuthFailures,
    private readonly events: ReceivedEvents,
    private readonly claims: ClaimCounts,
    private readonly matches: MatchCounts,
    private readonly clock: DatabaseClock,
    private readonly registry: Registry,
  ) {
    collectDefaultMetrics({ register: registry });
    this.addDeprovisioningLimits();
    this.addAwaited();
    this.addConflicts();
    this.addEvents();
    this.addClaims();
    this.addMatches();
    this.addPool(config.poolSize);
    this.addClock();
    this.addRateLimits();
  }

  private addDeprovisioningLimits(): void {
    const { deprovisioning } = this;
    new Counter({
      name: 'deprovisionings_over_threshold_total',
      help: "People whom callers de-provisioned beyond a tenant's threshold, by what was done about it",
      labelNames: ['mode'],
      registers: [this.registry],
      collect() {
        this.reset();
        for (const [mode, people] of deprovisioning.overThreshold) this.inc({ mode }, people);
      },
    });
  }

  private addAwaited(): void {
    const { awaited } = this;
    new Counter({
      name: 'approved_values_total',
      help: 'Approved values whose former value a source has sent again, by what became of them',
      labelNames: ['result'],
      registers: [this.registry],
      collect() {
        this.reset();
        for (const [result, count] of awaited.byResult) this.inc({ result }, count);
      },
    });
  }

  private addConflicts(): void {
    const { conflicts } = this;
    new Counter({
      name: 'identity_conflicts_decided_total',
      help: 'Identity conflicts that administrators decided, by decision',
      labelNames: ['decision'],
      registers: [this.registry],
      collect() {
        this.reset();
        for (const [decision, count] of conflicts.decided) this.inc({ decision }, count);
      },
    });
  }

  private addEvents(): void {
    const { events } = this;
    new Counter({
      name: 'review_events_received_total',
      help: 'Events of other systems about submissions, by what became of them',
      labelNames: ['result'],
      registers: [this.registry],
      collect() {
        this.reset();
        for (const [result, count] of events.byResult) this.inc({ result }, count);
      },
    });
  }

  private addClaims(): void {
    const { claims } = this;
    const counters = [
      ['sync_claims_total', 'Items of the sync queue that were handed out to connectors', 'claimed'],
      ['sync_leases_expired_total', 'Leases that ran out before their connector reported', 'expired'],
      ['sync_leases_lost_total', 'Calls of connectors about a lease that had ended', 'lost'],
    ] as const;
    for (const [name, help, count] of counters)
      new Counter({
        name,
        help,
        registers: [this.registry],
        collect() {
          this.reset();
          this.inc(claims.totals[count]);
        },
      });
  }

  private addMatches(): void {
    const { matches } = this;
    new Counter({
      name: 'match_calls_total',
      help: 'Calls of POST /users/match, by what a post would do',
      labelNames: ['outcome'],
      registers: [this.registry],
      collect() {
        this.reset();
        for (const [outcome, calls] of matches.byOutcome) this.inc({ outcome }, calls);
      },
    });
  }

  private addPool(size: number): void {
    const registers = [this.registry];
    new Gauge({ name: 'database_pool_size', help: 'Most connections to the database', registers }).set(size);
    const { dataSource } = this;
    new Gauge({
      name: 'database_pool_connections',
      help: 'Open connections to the database, in use and idle',
      labelNames: ['state'],
      registers,
      collect() {
        const { used, idle } = poolUseOf(dataSource);
        this.set({ state: 'used' }, used);
        this.set({ state: 'idle' }, idle);
      },
    });
    new Gauge({
      name: 'database_pool_waiting',
      help: 'Steps that wait for a connection to the database',
      registers,
      collect() {
        this.set(poolUseOf(dataSource).waiting);
      },
    });
  }

  private addClock(): void {
    const { clock } = this;
    new Gauge({
      name: 'database_clock_ahead_seconds',
      help: 'By how much the clock of this process is ahead of that of the database; negative when it is behind',
      registers: [this.registry],
      collect() {
        this.set(clock.aheadMs / 1000);
      },
    });
  }

  private addRateLimits(): void {
    const registers = [this.registry];
    const { windows, limits, failures } = this;
    new Gauge({
      name: 'rate_limit_store_up',
      help: 'Whether all processes count rate limits together; 0 while Redis is away and each counts by itself',
      registers,
      collect() {
        this.set(windows.isShared ? 1 : 0);
      },
    });
    new Counter({
      name: 'rate_limited_total',
      help: 'Requests beyond the rate limit of their credential or tenant, and failed authentications beyond theirs',
      labelNames: ['kind'],
      registers,
      collect() {
        this.reset();
        this.inc({ kind: 'tenant' }, limits.refused);
        this.inc({ kind: 'authentication' }, failures.refused);
      },
    });
  }
}
