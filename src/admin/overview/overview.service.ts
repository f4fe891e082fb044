import { Injectable } from '@nestjs/common';

import { success, type Success } from '../../http/answers.js';
import { ProgressListService } from '../../progress/list/progress-list.service.js';
import { RequestsService } from '../../requests/requests.service.js';
import { DiscrepanciesService } from '../../submissions/discrepancies/discrepancies.service.js';
import { SyncService } from '../../sync/sync.service.js';
import { CredentialsService } from '../../tenancy/credentials.service.js';
import type { Scope } from '../../tenancy/scope.js';
import { HoldsService } from '../../users/deprovisioning-limits/holds.service.js';
import { PeopleCounter } from '../../users/statistics/people-counts.js';
import { ProvisioningTally } from '../../users/statistics/provisioning-tally.js';
import { ActorLabels } from '../actor-labels.js';
import { DEFAULT_DAYS, type LastRunDto, type OverviewDto, type OverviewQueryDto } from './overview.dto.js';

const HOUR_MS = 3_600_000;

/** The figures of the first page: each is stored, counted in an index, or cached for a minute. */
@Injectable()
export class OverviewService {
  constructor(
    private readonly queue: SyncService,
    private readonly tally: ProvisioningTally,
    private readonly progress: ProgressListService,
    private readonly people: PeopleCounter,
    private readonly discrepancies: DiscrepanciesService,
    private readonly holds: HoldsService,
    private readonly credentials: CredentialsService,
    private readonly requests: RequestsService,
    private readonly labels: ActorLabels,
  ) {}

  async overview(scope: Scope, { days = DEFAULT_DAYS }: OverviewQueryDto): Promise<Success<OverviewDto>> {
    const { nightlyRunHours } = scope.tenant;
    const [lastRun, keysExpiring, ...figures] = await Promise.all([
      this.lastRun(scope),
      this.keysExpiring(scope),
      this.queue.totals(scope),
      this.tally.daysOf(scope, days),
      this.progress.pacingCounts(scope),
      this.people.countsOf(scope),
      this.discrepancies.openCount(scope),
      this.holds.heldCount(scope),
    ]);
    const [queue, provisioning, pacing, people, openDiscrepancies, heldDeprovisionings] = figures;
    // A tenant without any run may not plan a nightly one.
    const nightlyRunIsLate =
      lastRun !== null && Date.now() - Date.parse(lastRun.at) > nightlyRunHours * HOUR_MS;
    return success({
      queue,
      provisioning,
      pacing,
      people,
      openDiscrepancies,
      heldDeprovisionings,
      keysExpiring,
      lastRun,
      nightlyRunIsLate,
      nightlyRunHours,
    });
  }

  private async lastRun(scope: Scope): Promise<LastRunDto | null> {
    const run = await this.requests.lastRun(scope);
    if (run === undefined) return null;
    const { at, actor, inserted, updated, unchanged, failed } = run;
    const labels = await this.labels.labelsOf(scope, [actor]);
    return {
      at: at.toISOString(),
      actor,
      actorLabel: labels.get(actor) ?? actor,
      counts: { inserted, updated, unchanged, failed },
    };
  }

  private async keysExpiring(scope: Scope): Promise<number> {
    return (await this.credentials.page(scope, { status: 'expiring', offset: 0, limit: 1 })).total;
  }
}
