import { Injectable } from '@nestjs/common';

import { AlertIncidentsService } from '../../alerts/incidents/alert-incidents.service.js';
import { success, type Success } from '../../http/answers.js';
import { ConflictsService } from '../../identity/conflicts/conflicts.service.js';
import type { NightlyRun } from '../../request-log/nightly-runs.js';
import { RequestsService } from '../../request-log/requests.service.js';
import { DiscrepanciesService } from '../../submissions/discrepancies/discrepancies.service.js';
import { DiscrepancyGroups } from '../../submissions/discrepancies/groups/discrepancy-groups.js';
import { UnusedRules } from '../../submissions/discrepancies/rules/unused-rules.js';
import { WaitingDiscrepancies } from '../../submissions/discrepancies/waiting-discrepancies.js';
import type { TargetSystem } from '../../sync/connectors/target-systems.service.js';
import { CredentialsService } from '../../tenancy/credentials/credentials.service.js';
import type { Scope } from '../../tenancy/scope.js';
import { DeprovisioningUse } from '../../users/deprovisioning-limits/deprovisioning-use.js';
import { HoldsService } from '../../users/deprovisioning-limits/holds.service.js';
import type { RunDto } from '../../users/runs/run.dto.js';
import { RunsService } from '../../users/runs/runs.service.js';
import { AdminConnectorsService } from '../connectors/connectors.service.js';
import { type AttentionDto, MOST_CONFLICTS } from './attention.dto.js';

/** So many nightly runs are shown. */
const MOST_RUNS = 5;

/** A nightly run, with the counts of all of it where it has a name: its uploads may have come in parts. */
export interface NightlyOfRun extends NightlyRun {
  readonly whole: RunDto | undefined;
}

/** Also one that is silent by now. The alert `deliveries_fail` waits for more attempts, as few are chance. */
export function isFailingNow({ state, isFailing, waiting, delivery, inFlight }: TargetSystem): boolean {
  if (state === 'failing' || state === 'replayed') return true;
  return state === 'silent' && isFailing && (waiting > 0 || delivery > 0 || inFlight > 0);
}

function isBad(system: TargetSystem): boolean {
  return system.state === 'silent' || system.delivery > 0 || isFailingNow(system);
}

/** What needs an administrator: each number is kept, or counted in an index up to a bound. */
@Injectable()
export class AttentionService {
  constructor(
    private readonly requests: RequestsService,
    private readonly runs: RunsService,
    private readonly connectors: AdminConnectorsService,
    private readonly conflicts: ConflictsService,
    private readonly discrepancies: DiscrepanciesService,
    private readonly waiting: WaitingDiscrepancies,
    private readonly groups: DiscrepancyGroups,
    private readonly unusedRules: UnusedRules,
    private readonly use: DeprovisioningUse,
    private readonly holds: HoldsService,
    private readonly credentials: CredentialsService,
    private readonly alerts: AlertIncidentsService,
  ) {}

  async show(scope: Scope): Promise<Success<AttentionDto>> {
    return success((await this.facts(scope)).attention);
  }

  /** The numbers, and the runs and systems behind them. */
  async facts(scope: Scope): Promise<{
    attention: AttentionDto;
    nightlyRuns: readonly NightlyOfRun[];
    systems: readonly TargetSystem[];
  }> {
    const [
      nightlyRuns,
      systems,
      conflicts,
      discrepancies,
      waitingSubmissions,
      over,
      holds,
      keysExpiring,
      alerts,
      groups,
      unusedRules,
    ] = await Promise.all([
      this.nightlyRuns(scope),
      this.connectors.targetSystems(scope),
      this.conflicts.openCount(scope, MOST_CONFLICTS),
      this.discrepancies.openCount(scope),
      this.waiting.submissionCount(scope),
      this.use.overDay(scope),
      this.holds.heldCount(scope),
      this.keysExpiring(scope),
      this.alerts.awakeCount(scope),
      this.groups.count(scope),
      this.unusedRules.count(scope),
    ]);
    const sum = (of: (system: TargetSystem) => number): number =>
      systems.reduce((total, system) => total + of(system), 0);
    const attention = {
      failedRows: nightlyRuns.reduce((total, { whole, failed }) => total + (whole?.failed ?? failed), 0),
      lateRuns: nightlyRuns.filter(({ isLate }) => isLate).length,
      failedDeliveries: sum(({ delivery }) => delivery),
      awaitDecision: sum(({ decision }) => decision),
      silentSystems: systems.filter(({ state }) => state === 'silent').length,
      failingSystems: systems.filter(isFailingNow).length,
      badSystems: systems.filter(isBad).length,
      pausedSystems: systems.filter(({ state }) => state === 'paused').length,
      deprovisioned: over?.people ?? 0,
      decisions: holds + conflicts + groups + unusedRules,
      holds,
      conflicts,
      discrepancies,
      waitingSubmissions,
      keysExpiring,
      alerts,
    };
    return { attention, nightlyRuns, systems };
  }

  private async nightlyRuns(scope: Scope): Promise<NightlyOfRun[]> {
    const runs = (await this.requests.nightlyRuns(scope)).slice(0, MOST_RUNS);
    const names = runs.flatMap(({ run }) => run ?? []);
    const wholes = new Map((await this.runs.those(scope, names)).map((whole) => [whole.name, whole]));
    return runs.map((run) => ({ ...run, whole: wholes.get(run.run ?? '') }));
  }

  private async keysExpiring(scope: Scope): Promise<number> {
    return (await this.credentials.page(scope, { status: 'expiring', offset: 0, limit: 1 })).total;
  }
}
