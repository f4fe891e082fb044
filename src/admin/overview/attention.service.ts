import { Injectable } from '@nestjs/common';

import { success, type Success } from '../../http/answers.js';
import { ConflictsService } from '../../identity/conflicts/conflicts.service.js';
import { RequestsService } from '../../request-log/requests.service.js';
import { DiscrepanciesService } from '../../submissions/discrepancies/discrepancies.service.js';
import { WaitingDiscrepancies } from '../../submissions/discrepancies/waiting-discrepancies.js';
import type { TargetSystem } from '../../sync/connectors/target-systems.service.js';
import { CredentialsService } from '../../tenancy/credentials/credentials.service.js';
import type { Scope } from '../../tenancy/scope.js';
import { DeprovisioningUse } from '../../users/deprovisioning-limits/deprovisioning-use.js';
import { HoldsService } from '../../users/deprovisioning-limits/holds.service.js';
import { ActorLabels } from '../../actors/actor-labels.js';
import { AdminRunsService } from '../runs/runs.service.js';
import { AdminConnectorsService } from '../connectors/connectors.service.js';
import { type AttentionDto, MOST_CONFLICTS } from './attention.dto.js';
import type { NightlyRunDto } from './overview.dto.js';

/** So many nightly runs are shown. */
const MOST_RUNS = 5;

/** What needs an administrator: each number is kept, or counted in an index up to a bound. */
@Injectable()
export class AttentionService {
  constructor(
    private readonly requests: RequestsService,
    private readonly runs: AdminRunsService,
    private readonly connectors: AdminConnectorsService,
    private readonly conflicts: ConflictsService,
    private readonly discrepancies: DiscrepanciesService,
    private readonly waiting: WaitingDiscrepancies,
    private readonly use: DeprovisioningUse,
    private readonly holds: HoldsService,
    private readonly credentials: CredentialsService,
    private readonly labels: ActorLabels,
  ) {}

  async show(scope: Scope): Promise<Success<AttentionDto>> {
    return success((await this.facts(scope)).attention);
  }

  /** The numbers, and the runs and systems behind them. */
  async facts(scope: Scope): Promise<{
    attention: AttentionDto;
    nightlyRuns: NightlyRunDto[];
    systems: readonly TargetSystem[];
  }> {
    const [
      nightlyRuns,
      systems,
      conflicts,
      discrepancies,
      waitingSubmissions,
      groups,
      over,
      holds,
      keysExpiring,
    ] = await Promise.all([
      this.nightlyRuns(scope),
      this.connectors.targetSystems(scope),
      this.conflicts.openCount(scope, MOST_CONFLICTS),
      this.discrepancies.openCount(scope),
      this.waiting.submissionCount(scope),
      this.waiting.groupCount(scope),
      this.use.overDay(scope),
      this.holds.heldCount(scope),
      this.keysExpiring(scope),
    ]);
    const sum = (of: (system: TargetSystem) => number): number =>
      systems.reduce((total, system) => total + of(system), 0);
    const attention = {
      failedRows: nightlyRuns.reduce((total, { counts }) => total + counts.failed, 0),
      lateRuns: nightlyRuns.filter(({ isLate }) => isLate).length,
      failedDeliveries: sum(({ delivery }) => delivery),
      awaitDecision: sum(({ decision }) => decision),
      silentSystems: systems.filter(({ state }) => state === 'silent').length,
      failingSystems: systems.filter(({ state }) => state === 'failing' || state === 'replayed').length,
      pausedSystems: systems.filter(({ state }) => state === 'paused').length,
      deprovisioned: over?.people ?? 0,
      decisions: holds + conflicts + groups,
      holds,
      conflicts,
      discrepancies,
      waitingSubmissions,
      keysExpiring,
    };
    return { attention, nightlyRuns, systems };
  }

  /** With the counts of the whole run where it has a name: its uploads may have come in parts. */
  private async nightlyRuns(scope: Scope): Promise<NightlyRunDto[]> {
    const runs = (await this.requests.nightlyRuns(scope)).slice(0, MOST_RUNS);
    const names = runs.flatMap(({ run }) => run ?? []);
    const [labelOf, rows] = await Promise.all([
      this.labels.of(scope, runs, ({ actor }) => actor),
      this.runs.those(scope, names),
    ]);
    const rowOf = new Map(rows.map((row) => [row.name, row]));
    return runs.map(({ series, run, at, actor, isLate, ...upload }) => {
      const whole = rowOf.get(run ?? '');
      const { inserted, updated, unchanged, failed } = whole ?? upload;
      const counts = { inserted, updated, unchanged, failed };
      const { deprovisioned = 0, held = 0, usual = null } = whole ?? {};
      const usually = usual?.deprovisioned ?? null;
      const row = { deprovisioned, usuallyDeprovisioned: usually, held };
      return { series, run, at: at.toISOString(), actor, actorLabel: labelOf(actor), isLate, counts, ...row };
    });
  }

  private async keysExpiring(scope: Scope): Promise<number> {
    return (await this.credentials.page(scope, { status: 'expiring', offset: 0, limit: 1 })).total;
  }
}
