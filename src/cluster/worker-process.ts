import cluster, { type Worker } from 'node:cluster';
import { extname, join } from 'node:path';

import type { Measurements } from '../metrics/metrics.service.js';
import { StartupProblem } from '../errors/startup-problem.js';
import type { FromWorker, ToWorker, WorkerTask } from './messages.js';
import { closeUntakenConnections } from './untaken-connections.js';

/** The limit for requests in flight is 8 seconds; a process that does not end soon after it does not any more. */
const STOP_LIMIT_MS = 20_000;

/** How a worker ended. */
export interface Ending {
  readonly pid: number | undefined;
  readonly code: number | null;
  readonly signal: string | null;
  /** What it said of it. */
  readonly reason: string | undefined;
  /** Whether it was told to. */
  readonly wasTold: boolean;
  readonly livedMs: number;
}

/** A worker, as the primary sees it. */
export class WorkerProcess {
  /** The port that it listens on. Rejects when the worker ends before. */
  readonly ready: Promise<number>;
  readonly ended: Promise<Ending>;
  /** The last that it has measured. */
  measurements: Measurements = [];
  isReady = false;
  private readonly worker: Worker;
  private readonly asked = new Map<number, () => void>();
  private questions = 0;
  private isTold = false;
  private reason: string | undefined;

  constructor(
    private readonly task: Promise<WorkerTask>,
    private readonly onMeasureAll: () => Promise<readonly Measurements[]>,
  ) {
    // The file has another name when the sources run without a build.
    const { dirname, filename } = import.meta;
    cluster.setupPrimary({ exec: join(dirname, `worker${extname(filename)}`) });
    this.worker = cluster.fork();
    closeUntakenConnections(this.worker.process);
    // One that died while it was told something; its end is noticed all the same.
    this.worker.on('error', () => undefined);
    this.ended = this.untilEnded();
    this.ready = this.untilReady();
    this.ready.catch(() => undefined);
  }

  get pid(): number | undefined {
    return this.worker.process.pid;
  }

  /** Asks for what it has measured; one that ends meanwhile leaves what it said last. */
  async measure(): Promise<Measurements> {
    const id = (this.questions += 1);
    const answered = new Promise<void>((resolve) => this.asked.set(id, resolve));
    this.tell({ kind: 'measure', id });
    await Promise.race([answered, this.ended]);
    return this.measurements;
  }

  /** Has it accept no more connections; it ends when the open ones have. */
  drain(): Promise<Ending> {
    this.isTold = true;
    this.tell({ kind: 'drain' });
    return this.ended;
  }

  /** Has it end when its requests in flight have, which none are before it is ready. */
  stop(): Promise<Ending> {
    this.isTold = true;
    const limit = this.isReady ? STOP_LIMIT_MS : 0;
    this.tell({ kind: 'stop' });
    const timer = setTimeout(() => this.worker.process.kill('SIGKILL'), limit);
    return this.ended.finally(() => {
      clearTimeout(timer);
    });
  }

  private untilReady(): Promise<number> {
    return new Promise((resolve, reject) => {
      this.worker.on('message', (message: FromWorker) => {
        if (message.kind === 'ready') resolve(message.port);
        this.hear(message);
      });
      void this.ended.then(({ reason, code, signal }) => {
        reject(new StartupProblem(reason ?? `A worker ended while it started (${signal ?? code ?? ''}).`));
      });
    });
  }

  private untilEnded(): Promise<Ending> {
    const startedAt = performance.now();
    return new Promise((resolve) => {
      this.worker.once('exit', (code: number | null, signal: string | null) => {
        const livedMs = performance.now() - startedAt;
        resolve({ pid: this.pid, code, signal, reason: this.reason, wasTold: this.isTold, livedMs });
      });
    });
  }

  private hear(message: FromWorker): void {
    switch (message.kind) {
      case 'hears':
        void this.begin();
        return;
      case 'ready':
        this.isReady = true;
        return;
      case 'failed':
        this.reason = message.reason;
        return;
      case 'finished':
        this.measurements = message.measurements;
        this.tell({ kind: 'end' });
        return;
      case 'measurements':
        this.measurements = message.measurements;
        this.asked.get(message.id)?.();
        this.asked.delete(message.id);
        return;
      case 'measure-all':
        void this.onMeasureAll().then((all) => {
          this.tell({ kind: 'measured', id: message.id, all });
        });
    }
  }

  private async begin(): Promise<void> {
    // Without a task there is nothing to begin, and whoever could not make one stops the workers.
    const task = await this.task.catch(() => undefined);
    if (task !== undefined) this.tell({ kind: 'begin', task });
  }

  private tell(message: ToWorker): void {
    if (this.worker.isConnected()) this.worker.send(message);
  }
}
