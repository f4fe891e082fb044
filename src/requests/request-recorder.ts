import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';

import { PeriodicTask } from '../concurrency/periodic-task.js';
import { explain, isDatabaseAway } from '../database/transaction/database-errors.js';
import type { FinishedRequest } from '../http/server/request-log.js';
import type { LastRun } from './last-run.entity.js';
import { loggedRequestOf, runOf } from './logged-request.js';
import { type NewLoggedRequest, RequestsRepository } from './requests.repository.js';

const FLUSH_MS = 1000;
/** About 20 MB, when all of them failed. */
const MOST_WAITING = 10_000;
/** Given up together, so that a full buffer costs a request next to nothing. */
const GIVEN_UP_AT_ONCE = 1000;
const ROWS_AT_ONCE = 2000;

/**
 * Writes the request log. No request waits for it or fails because of it: what is to be written gathers in memory and is
 * inserted about once a second. When the database is away for long, the oldest are given up and counted.
 */
@Injectable()
export class RequestRecorder implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(RequestRecorder.name);
  private waiting: NewLoggedRequest[] = [];
  private readonly runs = new Map<string, LastRun>();
  private readonly writing = new PeriodicTask(
    () => this.write(),
    (error) => {
      this.logger.error({ msg: 'requests were not logged', ...explain(error) });
    },
  );
  private lost = 0;

  constructor(private readonly requests: RequestsRepository) {}

  /** How many requests were given up since the process started. */
  get dropped(): number {
    return this.lost;
  }

  onApplicationBootstrap(): void {
    this.writing.start(FLUSH_MS);
  }

  /** After the last request was answered, before the database is let go. */
  async onApplicationShutdown(): Promise<void> {
    await this.writing.stop();
    await this.flush();
  }

  note(finished: FinishedRequest): void {
    const request = loggedRequestOf(finished);
    if (request === undefined) return;
    if (this.waiting.length >= MOST_WAITING) this.giveUp(GIVEN_UP_AT_ONCE);
    this.waiting.push(request);
    const run = runOf(finished);
    if (run !== undefined) this.runs.set(run.tenantId, run);
  }

  /** Writes all that waits; waits for no database that is away. */
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
    const runs = [...this.runs.values()];
    if (runs.length === 0) return;
    try {
      await this.requests.noteRuns(runs);
      for (const run of runs) if (this.runs.get(run.tenantId) === run) this.runs.delete(run.tenantId);
    } catch (error) {
      this.logger.warn({ msg: 'the last runs were not noted; they are tried again', ...explain(error) });
    }
  }

  /**
   * A row that cannot be stored is given up alone: the batch is halved until it stands by itself. While the database is
   * away all of them wait on.
   * @returns false when it is away
   */
  private async store(batch: readonly NewLoggedRequest[]): Promise<boolean> {
    try {
      await this.requests.add(batch);
      return true;
    } catch (error) {
      if (isDatabaseAway(error)) return this.takeBack(batch);
      if (batch.length === 1) {
        this.lost += 1;
        this.logger.error({ msg: 'a request was not logged', ...explain(error) });
        return true;
      }
    }
    const middle = Math.ceil(batch.length / 2);
    const rest = batch.slice(middle);
    return (await this.store(batch.slice(0, middle))) ? this.store(rest) : this.takeBack(rest);
  }

  private takeBack(batch: readonly NewLoggedRequest[]): false {
    this.waiting = [...batch, ...this.waiting];
    this.giveUp(Math.max(0, this.waiting.length - MOST_WAITING));
    return false;
  }

  private giveUp(count: number): void {
    this.lost += this.waiting.splice(0, count).length;
  }
}
