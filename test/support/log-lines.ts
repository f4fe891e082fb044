import { openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import { jest } from '@jest/globals';

import { JsonLogger } from '../../src/http/json-logger.js';
import type { TestService } from './service.js';

const LOOK_AGAIN_MS = 20;

/** Everything that a service logs from now on, on every level, as it would stand on standard output. */
export class LogLines {
  private readonly file = join(tmpdir(), `log-${randomUUID()}`);
  private readonly descriptor = openSync(this.file, 'a');

  constructor(private readonly service: TestService) {
    const output = jest.replaceProperty(process.stdout, 'fd', this.descriptor as typeof process.stdout.fd);
    service.app.useLogger(new JsonLogger('trace'));
    output.restore();
  }

  /** What was logged up to now. A line leaves the process a little after its request. */
  async read(): Promise<string> {
    const mark = randomUUID();
    await this.service.anonymous().get('/health/live', { 'X-Request-Id': mark });
    for (;;) {
      const text = readFileSync(this.file, 'utf8');
      if (text.includes(mark)) return text;
      await delay(LOOK_AGAIN_MS);
    }
  }

  close(): void {
    this.service.app.useLogger(new JsonLogger('silent'));
    // The descriptor stays open: the logger goes on flushing into it, and gave no way to be told.
    rmSync(this.file);
  }
}
