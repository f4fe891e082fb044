import { Injectable } from '@nestjs/common';
import { Registry } from 'prom-client';

import { DatabaseFacts } from './database-facts.js';

/** What an operator watches: what this process measures of itself, and what the database says. */
@Injectable()
export class MetricsService {
  constructor(
    private readonly process: Registry,
    private readonly facts: DatabaseFacts,
  ) {}

  async read(): Promise<string> {
    const [ofProcess, facts] = await Promise.all([this.process.metrics(), this.facts.read()]);
    return ofProcess + facts;
  }
}
