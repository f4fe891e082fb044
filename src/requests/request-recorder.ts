import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';

import { PeriodicTask } from '../concurrency/periodic-task.js';
import { explain, isDatabaseAway } from '../database/transaction/database-errors.js';
import type { FinishedRequest } from '../http/server/request-log.js';
import { loggedRequestOf, runOf } from './logged-request.js';
import { seriesOfUpload, type Upload } from './nightly-runs.js';
import { type NewLoggedRequest, RequestsRepository } from './requests.repository.js';

const FLUSH_MS = 1000;
/** About 20 MB, when all of them are failed requests. */
const MOST_WAITING = 10_000;
/** How many are dropped together, so that a full buffer costs each request next to nothing. */
const DROPPED_AT_ONCE = 1000;
const ROWS_AT_ONCE = 2000;

/**
 * Writes the request log. No request waits for it or fails because of it: requests are kept in memory and inserted
 * once a second. When the database is away for long, the oldest are dropped and counted.
 */
@Injectable()
export class RequestRecorder implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(RequestRecorder.name);
  private waiting: NewLoggedRequest[] = [];
  private readonly runs = new Map<string, Upload>();
  private readonly series = new Map<string, Upload>();
  private readonly writing = new PeriodicTask(
    () => this.write(),
    (error) => {
      this.logger.error({ msg: 'requests were not logged', ...explain(error) });
    },
  );
  private dropCount = 0;

  constructor(private readonly requests: RequestsRepository) {}

  /** How many requests were dropped since the process started. */
  get dropped(): number {
    return this.dropCount;
  }

  onApplicationBootstrap(): void {
    this.writing.start(FLUSH_MS);
  }

  /** Called after the last request was answered, before the database is closed. */
  async onApplicationShutdown(): Promise<void> {
    await this.writing.stop();
    await this.flush();
  }

  note(finished: FinishedRequest): void {
    const request = loggedRequestOf(finished);
    if (request === undefined) return;
    if (this.waiting.length >= MOST_WAITING) this.drop(DROPPED_AT_ONCE);
    this.waiting.push(request);
    const run = runOf(finished);
    if (run === undefined) return;
    this.runs.set(run.tenantId, run);
    this.series.set(`${run.tenantId} ${seriesOfUpload(run.run, run.actor)}`, run);
  }

  /** Writes all waiting requests; does not wait for a database that is away. */
  flush(): Promise<void> {
    return this.writing.runNow();
  }

  private async write(): Promise<void> {
    while (this.waiting.length > 0) {
      if (!(await this.store(this.waiting.splice(0, ROWS_AT_ONCE)))) return;
    }
    await this.writeRuns();
  }

  private async writeRuns(): Promise<void> {
    const [runs, series] = [[...this.runs], [...this.series]];
    if (runs.length === 0) return;
    try {
      await this.requests.saveRuns(runs.map(([, run]) => run));
      await this.requests.saveSeries(series.map(([, run]) => run));
      for (const [name, run] of runs) if (this.runs.get(name) === run) this.runs.delete(name);
      for (const [name, run] of series) if (this.series.get(name) === run) this.series.delete(name);
    } catch (error) {
      this.logger.warn({ msg: 'the last runs were not stored; they are tried again', ...explain(error) });
    }
  }

  /**
   * Only a row that cannot be stored is dropped: the batch is halved until that row is alone. While the database is
   * away all rows keep waiting.
   * @returns false when the database is away
   */
  private async store(batch: readonly NewLoggedRequest[]): Promise<boolean> {
    try {
      await this.requests.add(batch);
      return true;
    } catch (error) {
      if (isDatabaseAway(error)) return this.putBack(batch);
      if (batch.length === 1) {
        this.dropCount += 1;
        this.logger.error({ msg: 'a request was not logged', ...explain(error) });
        return true;
      }
    }
    const middle = Math.ceil(batch.length / 2);
    const rest = batch.slice(middle);
    return (await this.store(batch.slice(0, middle))) ? this.store(rest) : this.putBack(rest);
  }

  private putBack(batch: readonly NewLoggedRequest[]): false {
    this.waiting = [...batch, ...this.waiting];
    this.drop(Math.max(0, this.waiting.length - MOST_WAITING));
    return false;
  }

  private drop(count: number): void {
    this.dropCount += this.waiting.splice(0, count).length;
  }
}
