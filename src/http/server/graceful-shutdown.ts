import type { Server } from 'node:http';

import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';

const IDLE_CHECK_MS = 50;
const LONGEST_DRAIN_MS = 8000;

/**
 * Lets requests in flight finish. A kept-alive connection would otherwise hold the process until its own time-out, and
 * an open stream for ever, so idle ones are closed as they become idle and the rest after a limit.
 */
@Injectable()
export class GracefulShutdown implements BeforeApplicationShutdown {
  constructor(private readonly host: HttpAdapterHost) {}

  beforeApplicationShutdown(): void {
    const server = this.host.httpAdapter.getHttpServer() as Server;
    setInterval(() => {
      server.closeIdleConnections();
    }, IDLE_CHECK_MS).unref();
    setTimeout(() => {
      server.closeAllConnections();
    }, LONGEST_DRAIN_MS).unref();
  }
}
