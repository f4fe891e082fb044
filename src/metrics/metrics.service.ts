import { Injectable } from '@nestjs/common';
import { AggregatorRegistry, collectDefaultMetrics, Gauge, Registry } from 'prom-client';

import { RequestRecorder } from '../requests/request-recorder.js';
import { OutboxRepository } from '../submissions/outbox/outbox.repository.js';

/** What one process has measured, in the form that prom-client adds up. */
export type Measurements = object[];

/**
 * What an operator watches: the process, and review events on their way to the queue. With several workers, what each
 * measures of itself is summed; what the database says is asked once, by the worker that answers.
 */
@Injectable()
export class MetricsService {
  private readonly process = new Registry();
  private readonly database = new Registry();
  private readonly waiting = this.fact(
    'review_events_waiting',
    'Review events that their listeners have not heard yet',
  );
  private readonly parked = this.fact(
    'review_events_parked',
    'Review events that failed too often; "events retry" tries them again',
  );
  private readonly lag = this.fact(
    'review_events_lag_seconds',
    'Age of the oldest waiting review event; 0 when none waits',
  );
  private ofAllWorkers: (() => Promise<Measurements[]>) | undefined;

  constructor(
    private readonly outbox: OutboxRepository,
    requests: RequestRecorder,
  ) {
    collectDefaultMetrics({ register: this.process });
    new Gauge({
      name: 'service_workers',
      help: 'Processes that answer requests',
      registers: [this.process],
    }).set(1);
    new Gauge({
      name: 'request_log_dropped',
      help: 'Requests that are missing from the request log since the process started',
      registers: [this.process],
      collect() {
        this.set(requests.dropped);
      },
    });
  }

  /** From now on every answer is about all workers. @param measure asks all of them, this one included */
  sumOver(measure: () => Promise<Measurements[]>): void {
    this.ofAllWorkers = measure;
  }

  /** What this process has measured of itself. */
  measure(): Promise<Measurements> {
    return this.process.getMetricsAsJSON();
  }

  async read(): Promise<string> {
    const [processes, facts] = await Promise.all([this.readProcesses(), this.readFacts()]);
    return processes + facts;
  }

  private async readProcesses(): Promise<string> {
    if (this.ofAllWorkers === undefined) return this.process.metrics();
    return AggregatorRegistry.aggregate(await this.ofAllWorkers()).metrics();
  }

  private async readFacts(): Promise<string> {
    const { waiting, parked, oldest } = await this.outbox.counts();
    this.waiting.set(waiting);
    this.parked.set(parked);
    this.lag.set(oldest === null ? 0 : Math.max(0, (Date.now() - oldest.getTime()) / 1000));
    return this.database.metrics();
  }

  private fact(name: string, help: string): Gauge {
    return new Gauge({ name, help, registers: [this.database] });
  }
}
