import cluster, { type Worker } from 'node:cluster';

import { WorkersBusy } from '../errors/request.errors.js';
import type { Measurements, MetricsService } from '../metrics/metrics.service.js';
import type { FromWorker, ToWorker, WorkerTask } from './messages.js';

/** Less than the ten seconds that Prometheus waits. */
const MEASURE_LIMIT_MS = 5000;

/** The primary, as a worker sees it. */
export class PrimaryLink {
  readonly begin: Promise<WorkerTask>;
  readonly drain: Promise<void>;
  readonly stop: Promise<void>;
  private readonly waiting = new Map<number, (all: readonly Measurements[]) => void>();
  private questions = 0;
  private metrics: MetricsService | undefined;

  constructor(private readonly worker: Worker | undefined = cluster.worker) {
    this.begin = this.told('begin').then(({ task }) => task);
    this.drain = this.told('drain').then(() => undefined);
    this.stop = this.told('stop').then(() => undefined);
    worker?.on('message', (message: ToWorker) => {
      this.hear(message);
    });
  }

  /** Resolves when the message has left. */
  tell(message: FromWorker): Promise<void> {
    return new Promise((resolve) => {
      this.worker?.send(message, () => {
        resolve();
      });
    });
  }

  /** Lets the primary ask for measurements, and sums those of all workers in answers. */
  connect(metrics: MetricsService): void {
    this.metrics = metrics;
    metrics.sumOver(() => this.measureAll());
  }

  /** @throws {WorkersBusy} when a worker does not answer: a total without it would look like a restart */
  private measureAll(): Promise<Measurements[]> {
    const id = (this.questions += 1);
    return new Promise<Measurements[]>((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new WorkersBusy());
      }, MEASURE_LIMIT_MS);
      this.waiting.set(id, (all) => {
        clearTimeout(timer);
        resolve([...all]);
      });
      void this.tell({ kind: 'measure-all', id });
    }).finally(() => this.waiting.delete(id));
  }

  private hear(message: ToWorker): void {
    if (message.kind === 'measure') void this.answer(message.id);
    if (message.kind === 'measured') this.waiting.get(message.id)?.(message.all);
    if (message.kind === 'end') process.exit(0);
  }

  private async answer(id: number): Promise<void> {
    const measurements = (await this.metrics?.measure()) ?? [];
    await this.tell({ kind: 'measurements', id, measurements });
  }

  private told<K extends ToWorker['kind']>(kind: K): Promise<Extract<ToWorker, { kind: K }>> {
    return new Promise((resolve) => {
      this.worker?.on('message', (message: ToWorker) => {
        if (isOf(kind, message)) resolve(message);
      });
    });
  }
}

function isOf<K extends ToWorker['kind']>(
  kind: K,
  message: ToWorker,
): message is Extract<ToWorker, { kind: K }> {
  return message.kind === kind;
}
