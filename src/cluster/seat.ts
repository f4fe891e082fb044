import { setTimeout as delay } from 'node:timers/promises';

import type { JsonLogger } from '../logging/json-logger.js';
import { crashedEarly, pauseAfter } from './pause.js';
import type { Ending, WorkerProcess } from './worker-process.js';

/** A restart goes on after that time; the requests that a worker still has may take longer. */
const DRAIN_WATCHED_MS = 10_000;

/** A place among the workers: when the one in it crashes, another takes it. */
export class Seat {
  private current: WorkerProcess;
  private successor: WorkerProcess | undefined;
  private earlyCrashes = 0;
  private isClosed = false;

  constructor(
    private readonly begin: () => WorkerProcess,
    private readonly logger: JsonLogger,
  ) {
    this.current = begin();
  }

  /** Waits for the first worker, who is not replaced: what keeps it from starting would keep the next one. */
  async open(): Promise<number> {
    const port = await this.current.ready;
    void this.keep(this.current);
    return port;
  }

  /** Crashes are not replaced any more. */
  close(): void {
    this.isClosed = true;
  }

  /** Puts a new worker here, and drains the old one when the new one is ready. @throws {StartupProblem} the old one stays */
  async restart(): Promise<void> {
    const successor = this.begin();
    this.successor = successor;
    await successor.ready;
    const old = this.current;
    this.current = successor;
    this.earlyCrashes = 0;
    void this.keep(successor);
    await Promise.race([old.drain(), delay(DRAIN_WATCHED_MS, undefined, { ref: false })]);
  }

  private async keep(worker: WorkerProcess): Promise<void> {
    const ending = await worker.ended;
    if (ending.wasTold || this.isClosed) return;
    await this.pauseAfter(ending);
    // A restart may have begun the next one meanwhile.
    await this.successor?.ready.catch(() => undefined);
    if (this.current === worker) this.replace();
  }

  private replace(): void {
    if (this.isClosed) return;
    this.current = this.begin();
    void this.keep(this.current);
  }

  private async pauseAfter({ pid, code, signal, reason, livedMs }: Ending): Promise<void> {
    this.earlyCrashes = crashedEarly(livedMs) ? this.earlyCrashes + 1 : 0;
    const pauseMs = pauseAfter(this.earlyCrashes);
    this.logger.error({ msg: 'a worker crashed and is replaced', pid, code, signal, reason, pauseMs });
    await delay(pauseMs);
  }
}
