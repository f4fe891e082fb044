import { Injectable } from '@nestjs/common';

import { success, type Success } from '../../http/answers.js';
import { ProgressListService } from '../../progress/list/progress-list.service.js';
import { RequestsService } from '../../request-log/requests.service.js';
import { SYSTEM_STATES } from '../../sync/connectors/health.js';
import type { TargetSystem } from '../../sync/connectors/target-systems.service.js';
import { QueueService } from '../../sync/list/queue.service.js';
import type { Scope } from '../../tenancy/scope.js';
import { HoldsService } from '../../users/deprovisioning-limits/holds.service.js';
import { PeopleCounter } from '../../users/statistics/people-counts.js';
import { ProvisioningTally } from '../../users/statistics/provisioning-tally.js';
import { RunListService } from '../../users/runs/run-list.service.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { ActorLabels } from '../../actors/actor-labels.js';
import { NO_SYSTEM } from '../connectors/connectors.dto.js';
import { AdminRunsService } from '../runs/runs.service.js';
import { AttentionService, isFailingNow, type NightlyOfRun } from './attention.service.js';
import {
  DEFAULT_DAYS,
  type LastRunDto,
  type NightlyRunDto,
  type OverviewDto,
  type OverviewQueryDto,
  type RecentDepartureDto,
  type SystemOfOverviewDto,
} from './overview.dto.js';

const MOST_SYSTEMS = 20;
const MOST_DEPARTURES = 10;
const MOST_LOOKED_AT = 30;
/** On a Monday, the nights since Thursday. */
const DEPARTURES_MS = 4 * 86_400_000;

/** The figures of the first page: each is stored, counted in an index, or cached for seconds. */
@Injectable()
export class OverviewService {
  constructor(
    private readonly queue: QueueService,
    private readonly tally: ProvisioningTally,
    private readonly progress: ProgressListService,
    private readonly people: PeopleCounter,
    private readonly attention: AttentionService,
    private readonly runs: AdminRunsService,
    private readonly runList: RunListService,
    private readonly holds: HoldsService,
    private readonly requests: RequestsService,
    private readonly labels: ActorLabels,
  ) {}

  async overview(scope: Scope, { days = DEFAULT_DAYS }: OverviewQueryDto): Promise<Success<OverviewDto>> {
    const { nightlyRunHours } = scope.tenant;
    const [lastRun, facts, heldReasons, queue, provisioning, pacing, people, departures] = await Promise.all([
      this.lastRun(scope),
      this.attention.facts(scope),
      this.holds.heldReasons(scope),
      this.queue.totals(scope),
      this.tally.daysOf(scope, days),
      this.progress.pacingCounts(scope),
      this.people.countsOf(scope),
      this.departures(scope),
    ]);
    const { attention, nightlyRuns, systems } = facts;
    return success({
      attention,
      nightlyRuns: await this.presented(scope, nightlyRuns),
      recentDepartures: departuresBut(
        departures,
        nightlyRuns.map(({ run }) => run),
      ),
      systems: shownSystems(systems),
      queue,
      provisioning,
      pacing,
      people,
      openDiscrepancies: attention.discrepancies,
      heldDeprovisionings: attention.holds,
      heldReasons: [...heldReasons],
      keysExpiring: attention.keysExpiring,
      lastRun,
      // A tenant without any run may not plan a nightly one.
      nightlyRunIsLate: attention.lateRuns > 0,
      nightlyRunHours,
    });
  }

  private async presented(scope: Scope, runs: readonly NightlyOfRun[]): Promise<NightlyRunDto[]> {
    const [labelOf, rows] = await Promise.all([
      this.labels.of(scope, runs, ({ actor }) => actor),
      this.runs.rowsOf(
        scope,
        runs.flatMap(({ whole }) => whole ?? []),
      ),
    ]);
    const rowOf = new Map(rows.map((row) => [row.name, row]));
    return runs.map(({ series, run, at, actor, isLate, ...upload }) => {
      const whole = rowOf.get(run ?? '');
      const { inserted, updated, unchanged, failed } = whole ?? upload;
      const counts = { inserted, updated, unchanged, failed };
      const { deprovisioned = 0, held = 0, heldOpen = 0, usual = null } = whole ?? {};
      const { refusedFinish = null, isPutBack = false } = whole ?? {};
      const usually = usual?.deprovisioned ?? null;
      const row = {
        deprovisioned,
        usuallyDeprovisioned: usually,
        held,
        heldDecided: held - heldOpen,
        refusedFinish,
        isPutBack,
      };
      return { series, run, at: at.toISOString(), actor, actorLabel: labelOf(actor), isLate, counts, ...row };
    });
  }

  private async departures(scope: Scope): Promise<RecentDepartureDto[]> {
    const since = new Date(nowOf(scope).getTime() - DEPARTURES_MS);
    const most = await this.runList.departuresSince(scope, since, MOST_LOOKED_AT);
    const all = most.length === 0 ? [] : await this.runs.rowsOf(scope, most);
    const rows = all.filter(({ isPutBack }) => !isPutBack);
    return rows
      .map(({ name: run, lastCallAt: at, deprovisioned, usual }) => ({
        run,
        at,
        deprovisioned,
        usuallyDeprovisioned: usual?.deprovisioned ?? null,
      }))
      .sort((one, other) => other.deprovisioned - one.deprovisioned);
  }

  private async lastRun(scope: Scope): Promise<LastRunDto | null> {
    const run = await this.requests.lastRun(scope);
    if (run === undefined) return null;
    const { at, actor, inserted, updated, unchanged, failed } = run;
    return {
      at: at.toISOString(),
      actor,
      actorLabel: await this.labels.one(scope, actor),
      counts: { inserted, updated, unchanged, failed },
    };
  }
}

/** Without those that are shown as nightly runs. */
function departuresBut(
  departures: readonly RecentDepartureDto[],
  shown: readonly (string | null)[],
): RecentDepartureDto[] {
  return departures.filter(({ run }) => !shown.includes(run)).slice(0, MOST_DEPARTURES);
}

/** Those that need an administrator first. */
function shownSystems(systems: readonly TargetSystem[]): SystemOfOverviewDto[] {
  const rank = ({ state }: TargetSystem): number => SYSTEM_STATES.indexOf(state);
  const sorted = systems
    .filter(({ state }) => state !== 'unused')
    .sort((one, other) => rank(one) - rank(other));
  return sorted.slice(0, MOST_SYSTEMS).map((system) => ({
    name: system.name === '' ? NO_SYSTEM : system.name,
    state: system.state,
    isFailing: isFailingNow(system),
    deliveryFailed: system.delivery,
    waiting: system.waiting,
    oldestQueuedAt: system.oldestQueuedAt?.toISOString() ?? null,
    lastClaimAt: system.lastClaimAt?.toISOString() ?? null,
    lastAttempts: { made: system.attempts.made, sent: system.attempts.sent },
  }));
}
