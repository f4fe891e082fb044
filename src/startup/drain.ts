import type { Server, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

import type { INestApplication } from '@nestjs/common';

import { HealthService } from '../health/health.service.js';

/**
 * Lets a balancer go before connections are refused: `/health/ready` is 503 from now on, everything else is answered as
 * before. Connections that are idle stay open, and each ends with its next answer: to close them would lose the
 * request that is on its way there.
 */
export async function drain(app: INestApplication, seconds: number): Promise<void> {
  if (seconds === 0) return;
  app.get(HealthService).announceStop();
  const server = app.getHttpServer() as Server;
  server.prependListener('request', (_request: unknown, response: ServerResponse) => {
    response.shouldKeepAlive = false;
  });
  await delay(seconds * 1000);
}
