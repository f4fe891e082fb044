import { Injectable } from '@nestjs/common';
import { AggregatorRegistry, Registry } from 'prom-client';

import { DatabaseMetrics } from './database-metrics.js';

/** The metrics of one process, in the form that prom-client aggregates. */
export type Measurements = object[];

/**
 * The metrics for operators. With several workers, the metrics of each process are summed; those of the database are
 * read once, by the worker that answers.
 */
@Injectable()
export class MetricsService {
  private ofAllWorkers: (() => Promise<Measurements[]>) | undefined;

  constructor(
    private readonly process: Registry,
    private readonly database: DatabaseMetrics,
  ) {}

  /**
   * From now on every answer is about all workers.
   * @param measure returns the metrics of each worker, this one included
   */
  sumOver(measure: () => Promise<Measurements[]>): void {
    this.ofAllWorkers = measure;
  }

  /** The metrics of this process. */
  measure(): Promise<Measurements> {
    return this.process.getMetricsAsJSON();
  }

  async read(): Promise<string> {
    const [processes, database] = await Promise.all([this.readProcesses(), this.database.read()]);
    return processes + database;
  }

  private async readProcesses(): Promise<string> {
    if (this.ofAllWorkers === undefined) return this.process.metrics();
    return AggregatorRegistry.aggregate(await this.ofAllWorkers()).metrics();
  }
}
