import { Injectable } from '@nestjs/common';

import { success, type Success } from '../../http/answers.js';
import { ProgressListService } from '../../progress/list/progress-list.service.js';
import { KeyUseService } from '../../request-log/key-use/key-use.service.js';
import { QueueDaysService } from '../../sync/connectors/queue-days.service.js';
import { CredentialsService } from '../../tenancy/credentials/credentials.service.js';
import type { Scope } from '../../tenancy/scope.js';
import { addDays, dayIn, startOfDay } from '../../tenancy/time/calendar.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { presentCause } from '../../users/failed-rows/failed-row.dto.js';
import { FailedRowsService } from '../../users/failed-rows/failed-rows.service.js';
import { RunListService } from '../../users/runs/run-list.service.js';
import { NO_SYSTEM } from '../connectors/connectors.dto.js';
import {
  DEFAULT_DAYS,
  type KeyTrendDto,
  type PacingTrendDto,
  type PacingTrendQueryDto,
  type QueueTrendDto,
  type RunTrendDto,
  type RunTrendQueryDto,
  type TrendQueryDto,
} from './trends.dto.js';

const MOST_CAUSES = 6;
/** Failed rows are read twice: that many take a second on a busy machine. */
const MOST_ROWS = 50_000;

/** How the figures of the integration came about, for pictures. */
@Injectable()
export class TrendsService {
  constructor(
    private readonly progress: ProgressListService,
    private readonly queueDays: QueueDaysService,
    private readonly runList: RunListService,
    private readonly failedRows: FailedRowsService,
    private readonly uses: KeyUseService,
    private readonly credentials: CredentialsService,
  ) {}

  async pacing(
    scope: Scope,
    { by = 'term', ...filter }: PacingTrendQueryDto,
  ): Promise<Success<PacingTrendDto>> {
    const { cohorts, others, all } = await this.progress.cohorts(scope, by, filter);
    return success({ by, cohorts: by === 'term' ? cohorts.toReversed() : cohorts, others, all });
  }

  async queue(scope: Scope, { days = DEFAULT_DAYS }: TrendQueryDto): Promise<Success<QueueTrendDto>> {
    const trend = await this.queueDays.trend(scope, days);
    return success({
      days: [...trend.days],
      systems: trend.systems.map(({ name, days: ofSystem }) => ({
        name: name === '' ? NO_SYSTEM : (name ?? null),
        days: [...ofSystem],
      })),
    });
  }

  async runs(scope: Scope, query: RunTrendQueryDto): Promise<Success<RunTrendDto>> {
    const { days = DEFAULT_DAYS, series: wanted } = query;
    const { timeZone } = scope.tenant;
    const from = startOfDay(timeZone, addDays(dayIn(timeZone, nowOf(scope)), 1 - days));
    const { series, shown = null, runs, isCapped } = await this.runList.trend(scope, from, wanted);
    const read = withinReach(runs.map(({ run }) => run));
    const { causes, counts } = await this.failedRows.causesOfAll(scope, read, MOST_CAUSES);
    return success({
      series: [...series],
      shown,
      causes: causes.map(presentCause),
      isCapped,
      runs: runs.map(({ run, usual = null }) => ({
        name: run.name,
        startedAt: run.startedAt.toISOString(),
        received: run.received,
        failed: run.failed,
        failedOf: [...(counts.get(run.name) ?? causes.map(() => 0))],
        deprovisioned: run.deprovisioned,
        usual,
      })),
    });
  }

  async keys(scope: Scope, { days = DEFAULT_DAYS }: TrendQueryDto): Promise<Success<KeyTrendDto>> {
    const trend = await this.uses.trend(scope, days);
    const labels = await this.credentials.labelsOf(
      scope,
      trend.keys.flatMap(({ apiKey }) => apiKey ?? []),
    );
    return success({
      days: [...trend.days],
      keys: trend.keys.map(({ apiKey = null, days: ofKey }) => ({
        apiKey,
        label: apiKey === null ? null : (labels.get(apiKey) ?? null),
        days: ofKey.map(({ calls, errors, wrongSecrets }) => ({ calls, errors, wrongSecrets })),
      })),
    });
  }
}

/**
 * The latest of these runs that have failed rows, as many as are read at once. A run that has more by itself is left
 * out; its own page has its causes.
 */
function withinReach(runs: readonly { readonly name: string; readonly failed: number }[]): string[] {
  let rows = 0;
  const names: string[] = [];
  for (const { name, failed } of runs.toReversed()) {
    if (failed === 0 || rows + failed > MOST_ROWS) continue;
    rows += failed;
    names.push(name);
  }
  return names;
}
