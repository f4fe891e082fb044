import { Injectable } from '@nestjs/common';
import { Registry } from 'prom-client';

import { DatabaseMetrics } from './database-metrics.js';

/** The metrics for operators: those of this process, and those of the database. */
@Injectable()
export class MetricsService {
  constructor(
    private readonly process: Registry,
    private readonly database: DatabaseMetrics,
  ) {}

  async read(): Promise<string> {
    const [ofProcess, ofDatabase] = await Promise.all([this.process.metrics(), this.database.read()]);
    return ofProcess + ofDatabase;
  }
}
