import { Injectable } from '@nestjs/common';
import { AggregatorRegistry, Registry } from 'prom-client';

import { DatabaseFacts } from './database-facts.js';

/** What one process has measured, in the form that prom-client adds up. */
export type Measurements = object[];

/**
 * What an operator watches. With several workers, what each measures of itself is summed; what the database says is
 * asked once, by the worker that answers.
 */
@Injectable()
export class MetricsService {
  private ofAllWorkers: (() => Promise<Measurements[]>) | undefined;

  constructor(
    private readonly process: Registry,
    private readonly facts: DatabaseFacts,
  ) {}

  /** From now on every answer is about all workers. @param measure asks all of them, this one included */
  sumOver(measure: () => Promise<Measurements[]>): void {
    this.ofAllWorkers = measure;
  }

  /** What this process has measured of itself. */
  measure(): Promise<Measurements> {
    return this.process.getMetricsAsJSON();
  }

  async read(): Promise<string> {
    const [processes, facts] = await Promise.all([this.readProcesses(), this.facts.read()]);
    return processes + facts;
  }

  private async readProcesses(): Promise<string> {
    if (this.ofAllWorkers === undefined) return this.process.metrics();
    return AggregatorRegistry.aggregate(await this.ofAllWorkers()).metrics();
  }
}
