import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

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

  constructor(private readonly outbox: OutboxRepository) {
    collectDefaultMetrics({ register: this.registry });
  }

  async read(): Promise<string> {
    const { waiting, parked, oldest } = await this.outbox.counts();
    this.waiting.set(waiting);
    this.parked.set(parked);
    this.lag.set(oldest === null ? 0 : Math.max(0, (Date.now() - oldest.getTime()) / 1000));
    return this.registry.metrics();
  }

  private gauge(name: string, help: string): Gauge {
    return new Gauge({ name, help, registers: [this.registry] });
  }
}
