import { PeriodicTask } from '../concurrency/periodic-task.js';
import { rest } from '../concurrency/rest-after.js';
import { explain, isDatabaseAway, isQueryFailure } from '../database/transaction/database-errors.js';
import type { ClockStop, Work } from './work.js';
import { LineLogger } from '../log-lines/line-logger.js';
import { inSpan, SpanKind } from '../tracing/spans.js';

/** What a task does. */
export interface Jobs {
  /** One run, for all tenants. */
  readonly run: () => Promise<unknown>;
  /** The same for one tenant, whose clock was moved. */
  readonly ofTenant?: (tenantId: string) => Promise<unknown>;
  /** When something of this tenant falls due next, after this moment. */
  readonly nextOf?: (tenantId: string, after: Date) => Promise<Date | undefined>;
}

/** A run that has ended. */
export interface TaskRun {
  readonly startedAt: Date;
  readonly durationMs: number;
  /** The kind of the error with which it failed; null after success. */
  readonly error: string | null;
}

/** What a process knows of a task since it started. */
export interface TaskReport {
  readonly work: Work;
  readonly last: TaskRun | undefined;
  readonly runs: { readonly done: number; readonly failed: number };
  /** Milliseconds since the last successful run, or since the start of the process when there was none. */
  readonly ageMs: number;
}

/**
 * A piece of background work in this process. A run that fails is logged with its name, once for as long as it fails in
 * the same way at the same place; it is counted, and the next one tries again.
 */
export class Task {
  private readonly logger = new LineLogger('Background');
  private readonly periodic: PeriodicTask;
  private readonly began = Date.now();
  private readonly runs = { done: 0, failed: 0 };
  private last: TaskRun | undefined;
  private succeededAt: number | undefined;
  private failure: string | undefined;
  private isStarted = false;
  private isAsked = false;
  /** A pass is a trace of its own, also where a request has asked for it. */
  private readonly span;

  constructor(
    readonly work: Work,
    private readonly jobs: Jobs,
  ) {
    this.span = {
      name: `background ${work.name}`,
      kind: SpanKind.INTERNAL,
      attributes: { 'integration_api.work': work.name },
      isRoot: true,
    };
    const failed = (error: unknown): void => {
      this.report(error);
    };
    this.periodic = new PeriodicTask(() => this.run(), failed);
  }

  /** True once the process stops: a run should end early. */
  get isStopping(): boolean {
    return this.periodic.isStopping;
  }

  /** What {@link Background.settle} has to do at least once more. */
  get isDue(): boolean {
    return this.isAsked;
  }

  state(): TaskReport {
    const { work, last, runs, began, succeededAt } = this;
    return { work, last, runs, ageMs: Date.now() - (succeededAt ?? began) };
  }

  /**
   * Begins a run after each interval, until {@link stop}.
   * @param lastStart when the last run of any process began; work of one process of all continues from there
   */
  start(lastStart?: Date): void {
    this.isStarted = true;
    this.periodic.start(this.work.every, firstAfter(this.work, lastStart));
  }

  /** Rests after a step of a run, so that callers hardly notice it; not where a caller waits for the run. */
  async rest(workedMs: number): Promise<void> {
    if (this.isStarted) await rest(workedMs);
  }

  /** Resolves when the run under way has ended; no further one begins. */
  stop(): Promise<void> {
    return this.periodic.stop();
  }

  /** Resolves when no run is under way. */
  idle(): Promise<void> {
    return this.periodic.idle();
  }

  /** Asks for a run without waiting for it: at once in a process that does background work, else with the next one. */
  soon(): void {
    if (this.isAsked) return;
    this.isAsked = true;
    if (!this.isStarted) return;
    this.runNow().catch((error: unknown) => {
      this.report(error);
    });
  }

  /**
   * A run after the one under way.
   * @throws {Error} why it failed
   */
  runNow(): Promise<void> {
    return this.periodic.runNow();
  }

  /**
   * Does what is due of one tenant at a stop of its clock.
   * @throws {Error} why it failed
   */
  async settleTenant(tenantId: string, stop: ClockStop): Promise<void> {
    const { atClock } = this.work;
    if (this.isAsked) await this.runNow();
    else if (atClock === 'moment' || atClock === stop) await this.jobs.ofTenant?.(tenantId);
  }

  nextOf(tenantId: string, after: Date): Promise<Date | undefined> {
    return this.jobs.nextOf?.(tenantId, after) ?? Promise.resolve(undefined);
  }

  /** @returns false when another process does it, so that there is no run to report */
  protected async perform(): Promise<boolean> {
    await this.jobs.run();
    return true;
  }

  private async run(): Promise<void> {
    this.isAsked = false;
    const [startedAt, began] = [new Date(), performance.now()];
    const ended = (error: string | null): void => {
      this.last = { startedAt, durationMs: Math.round(performance.now() - began), error };
    };
    try {
      if (!(await inSpan(this.span, () => this.perform()))) return;
      ended(null);
      this.runs.done += 1;
      this.succeededAt = Date.now();
      if (this.failure !== undefined)
        this.logger.log({ msg: 'background work runs again', work: this.work.name });
      this.failure = undefined;
    } catch (error) {
      ended(kindOf(error));
      this.runs.failed += 1;
      throw error;
    }
  }

  private report(error: unknown): void {
    const failure = `${kindOf(error)}${placeOf(error)}`;
    if (failure === this.failure) return;
    this.failure = failure;
    const line = {
      msg: 'background work failed; it is tried again',
      work: this.work.name,
      ...explain(error),
    };
    // Every other task fails with it, and the health of the service says so.
    if (isDatabaseAway(error)) this.logger.warn(line);
    else this.logger.error(line);
  }
}

/** The statement that the database refused, else the line that made the error; empty when that is not known. */
function placeOf(error: unknown): string {
  if (isQueryFailure(error)) return error.query;
  const stack = error instanceof Error ? error.stack : undefined;
  return /^ +at .*$/m.exec(stack ?? '')?.[0] ?? '';
}

/** After a start the service serves its callers first. */
const SOON_MS = 60_000;

/** Milliseconds before the first run: hourly work is also done by processes that never live for an hour. */
function firstAfter({ kind, every }: Work, lastStart: Date | undefined): number {
  const due = kind === 'one' && lastStart !== undefined ? lastStart.getTime() + every - Date.now() : 0;
  return Math.min(every, Math.max(SOON_MS, due));
}

const LONGEST_KIND = 100;

/** Neither the message nor values of it: an operator finds them in the log, as far as they may be there. */
function kindOf(error: unknown): string {
  const code =
    typeof error === 'object' && error !== null && 'errno' in error ? ` ${String(error.errno)}` : '';
  const name = error instanceof Error ? error.name : typeof error;
  return `${name}${code}`.slice(0, LONGEST_KIND);
}
