import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';

import { pino } from 'pino';

import { JsonLogger } from '../../src/logging/json-logger.js';
import { keepPrinted } from './evidence.js';
import type { TestService } from './service.js';
import { until } from './until.js';

/** Collects all log lines of a service from now on, on every level, as on standard output. */
export class LogLines {
  private readonly file = join(tmpdir(), `log-${randomUUID()}`);

  constructor(private readonly service: TestService) {
    service.app.useLogger(new JsonLogger('trace', pino.destination({ dest: this.file, sync: true })));
  }

  /** The lines so far. A line is written shortly after its request. */
  async read(): Promise<string> {
    const mark = randomUUID();
    await this.service.anonymous().get('/health/live', { 'X-Request-Id': mark });
    let text = '';
    await until('the last request has its line', () => {
      text = readFileSync(this.file, 'utf8');
      return text.includes(mark);
    });
    return text;
  }

  close(): void {
    this.service.takeLogger();
    keepPrinted('log', readFileSync(this.file, 'utf8'));
    rmSync(this.file);
  }
}
