import { types } from 'node:util';

/**
 * Work that a process does again and again. Runs never overlap: a run that would begin while one is under way is left
 * out. A run that fails is reported once and does not end the task. The timer does not keep the process alive.
 */
export class PeriodicTask {
  private timer: NodeJS.Timeout | undefined;
  /** Ends with the last run that was begun or asked for; never rejects. */
  private last: Promise<unknown> = Promise.resolve();
  private unfinished = 0;
  private stopped = false;

  /**
   * @param run one run, which is over when it returns or, if it returns a promise, when that is settled
   * @param failed told what a run threw that the timer began
   */
  constructor(
    private readonly run: () => unknown,
    private readonly failed: (error: unknown) => void,
  ) {}

  /** True from the call of {@link stop} on. */
  get isStopping(): boolean {
    return this.stopped;
  }

  /** Begins a run after each interval, until {@link stop}. */
  start(milliseconds: number): void {
    clearInterval(this.timer);
    this.timer = setInterval(() => {
      this.tick();
    }, milliseconds).unref();
  }

  /**
   * A run that begins after the one under way. Also before {@link start}, and after {@link stop}, when something is to
   * be written last.
   * @throws what the run threw, which is not reported in addition
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

  /** Begins no further run, and resolves when the run under way has ended. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
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
