import type { Config } from '../config/environment.js';
import { JsonLogger } from '../logging/json-logger.js';
import type { Measurements } from '../metrics/metrics.service.js';
import type { WorkerTask } from './messages.js';
import { remember } from './past-workers.js';
import { Seat } from './seat.js';
import { WorkerProcess } from './worker-process.js';

/** The workers of this process, all under one port. */
export class Crew {
  private readonly logger: JsonLogger;
  private readonly living = new Set<WorkerProcess>();
  private seats: readonly Seat[] = [];
  private past: Promise<Measurements> = Promise.resolve([]);
  private isRestarting = false;
  private isRestartWanted = false;
  private isStopping = false;

  /** @param task of each worker, who loads its modules until it has one; periodic work is given to one of them */
  constructor(
    private readonly config: Config,
    private readonly task: Promise<Omit<WorkerTask, 'sweeps'>>,
  ) {
    this.logger = new JsonLogger(config.logLevel);
  }

  /** @returns the port that all workers listen on @throws {StartupProblem} what keeps the first of them from it */
  async start(): Promise<number> {
    this.seats = Array.from(
      { length: this.config.workers },
      (_, index) => new Seat(() => this.begin(index === 0), this.logger),
    );
    const [port = 0] = await Promise.all(this.seats.map((seat) => seat.open()));
    return port;
  }

  /** Restarts one worker after the other. Asked again meanwhile, it does so once more. */
  async restart(): Promise<void> {
    this.isRestartWanted = true;
    if (this.isRestarting) return;
    this.isRestarting = true;
    while (this.wantsRestart()) await this.restartAll();
    this.isRestarting = false;
  }

  /** Resolves when all workers have finished their requests and ended. */
  async stop(): Promise<void> {
    this.isStopping = true;
    for (const seat of this.seats) seat.close();
    await Promise.all([...this.living].map((worker) => worker.stop()));
  }

  private wantsRestart(): boolean {
    return this.isRestartWanted && !this.isStopping;
  }

  private async restartAll(): Promise<void> {
    this.isRestartWanted = false;
    try {
      for (const seat of this.seats) if (!this.isStopping) await seat.restart();
      if (!this.isStopping) this.logger.log({ msg: 'all workers were restarted' });
    } catch (error) {
      if (this.isStopping) return;
      const reason = error instanceof Error ? error.message : undefined;
      this.logger.error({ msg: 'a new worker did not start; the others were left as they are', reason });
    }
  }

  private begin(sweeps: boolean): WorkerProcess {
    const task = this.task.then((shared) => ({ ...shared, sweeps }));
    const worker = new WorkerProcess(task, () => this.measure());
    this.living.add(worker);
    worker.ready.then(
      () => {
        this.logger.log({ msg: 'a worker is ready', pid: worker.pid });
      },
      () => undefined,
    );
    void worker.ended.then(() => {
      this.living.delete(worker);
      this.past = this.past.then((past) => remember(past, worker.measurements));
    });
    return worker;
  }

  private async measure(): Promise<Measurements[]> {
    const ready = [...this.living].filter((worker) => worker.isReady);
    const present = await Promise.all(ready.map((worker) => worker.measure()));
    return [await this.past, ...present];
  }
}
