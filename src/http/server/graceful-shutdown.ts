import type { Server } from 'node:http';

import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';

import { PeriodicTask } from '../../concurrency/periodic-task.js';
import { explain } from '../../database/transaction/database-errors.js';
import { LineLogger } from '../../log-lines/line-logger.js';

const IDLE_CHECK_MS = 50;
const LONGEST_DRAIN_MS = 8000;

/**
 * Lets requests in flight finish. A kept-alive connection would otherwise delay the end of the process until its own
 * time-out, and an open stream for ever: idle connections are closed at once and the others after a limit.
 */
@Injectable()
export class GracefulShutdown implements BeforeApplicationShutdown {
  private readonly logger = new LineLogger(GracefulShutdown.name);

  constructor(private readonly host: HttpAdapterHost) {}

  beforeApplicationShutdown(): void {
    const server = this.host.httpAdapter.getHttpServer() as Server;
    const closing = new PeriodicTask(
      () => {
        server.closeIdleConnections();
      },
      (error) => {
        this.logger.error({ msg: 'idle connections were not closed', ...explain(error) });
      },
    );
    closing.start(IDLE_CHECK_MS);
    server.once('close', () => void closing.stop());
    setTimeout(() => {
      server.closeAllConnections();
    }, LONGEST_DRAIN_MS).unref();
  }
}
