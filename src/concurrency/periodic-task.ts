import { types } from 'node:util';

/**
 * Work that a process repeats. Runs never overlap: a run that would begin during another one is skipped. A run that
 * fails is reported once and does not end the task. The timer does not keep the process alive.
 */
export class PeriodicTask {
  private timer: NodeJS.Timeout | undefined;
  /** Settles with the last run that was begun or requested; never rejects. */
  private last: Promise<unknown> = Promise.resolve();
  private unfinished = 0;
  private stopped = false;

  /**
   * @param run one run; it ends when the function returns or, if it returns a promise, when that is settled
   * @param failed called with the error of a run that the timer began
   */
  constructor(
    private readonly run: () => unknown,
    private readonly failed: (error: unknown) => void,
  ) {}

  /** True once {@link stop} was called. */
  get isStopping(): boolean {
    return this.stopped;
  }

  /**
   * Begins a run after each interval, until {@link stop}.
   * @param firstAfter milliseconds before the first run, when they differ from the interval
   */
  start(milliseconds: number, firstAfter = milliseconds): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = setInterval(() => {
        this.tick();
      }, milliseconds).unref();
      this.tick();
    }, firstAfter).unref();
  }

  /**
   * Starts a run after the one under way. May be called before {@link start}, and after {@link stop} for a last write.
   * @throws {Error} the error of the run, which is not reported in addition
   */
  async runNow(): Promise<void> {
    const run = this.last.then(() => this.run());
    this.follow(run);
    await run;
  }

  /** Resolves when no run is under way. */
  async idle(): Promise<void> {
    while (this.unfinished > 0) await this.last;
  }

  /** Begins no further run, and resolves when the current run has ended. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.idle();
  }

  private tick(): void {
    if (this.unfinished > 0) return;
    try {
      const run = this.run();
      if (types.isPromise(run)) this.follow(run.catch(this.failed));
    } catch (error) {
      this.failed(error);
    }
  }

  private follow(run: Promise<unknown>): void {
    this.unfinished += 1;
    const ended = (): void => {
      this.unfinished -= 1;
    };
    this.last = run.then(ended, ended);
  }
}
