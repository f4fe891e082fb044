import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

import { RequestRecorder } from '../requests/request-recorder.js';
import { OutboxRepository } from '../submissions/outbox/outbox.repository.js';

/** What an operator watches: the process, and review events on their way to the queue. */
@Injectable()
export class MetricsService {
  private readonly registry = new Registry();
  private readonly waiting = this.gauge(
    'review_events_waiting',
    'Review events that their listeners have not heard yet',
  );
  private readonly parked = this.gauge(
    'review_events_parked',
    'Review events that failed too often; "events retry" tries them again',
  );
  private readonly lag = this.gauge(
    'review_events_lag_seconds',
    'Age of the oldest waiting review event; 0 when none waits',
  );

  private readonly unlogged = this.gauge(
    'request_log_dropped',
    'Requests that are missing from the request log since the process started',
  );

  constructor(
    private readonly outbox: OutboxRepository,
    private readonly requests: RequestRecorder,
  ) {
    collectDefaultMetrics({ register: this.registry });
  }

  async read(): Promise<string> {
    const { waiting, parked, oldest } = await this.outbox.counts();
    this.waiting.set(waiting);
    this.parked.set(parked);
    this.lag.set(oldest === null ? 0 : Math.max(0, (Date.now() - oldest.getTime()) / 1000));
    this.unlogged.set(this.requests.dropped);
    return this.registry.metrics();
  }

  private gauge(name: string, help: string): Gauge {
    return new Gauge({ name, help, registers: [this.registry] });
  }
}
