import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';

import { Background } from '../background/background.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/environment.js';
import type { FinishedRequest } from '../http/server/finished-request.js';
import { LineLogger } from '../log-lines/line-logger.js';

/** A request that takes longer has a line of its own, also when it succeeds. */
const SLOW_MS = 1000;

/** Whether a request has a line of its own though not each one has. */
export function isNotable({
  status,
  complete,
  ms,
}: Pick<FinishedRequest, 'status' | 'complete' | 'ms'>): boolean {
  return status >= 400 || !complete || ms > SLOW_MS;
}

/**
 * Writes requests to the log. Those that fail, end early or are slow have a line each. The others are counted, by
 * method and route, in a line for each minute: 10,000 posts of a night were 10,000 lines. With `LOG_REQUESTS=all` each
 * has its line.
 */
@Injectable()
export class RequestLines implements OnApplicationShutdown {
  private readonly logger = new LineLogger('request');
  private readonly isEach: boolean;
  private counts = new Map<string, number>();
  private since = performance.now();

  constructor(background: Background, @Inject(CONFIG) { logRequests }: Config) {
    this.isEach = logRequests === 'all';
    background.each('request-counts', {
      run: () => {
        this.writeCounts();
        return Promise.resolve();
      },
    });
  }

  note(finished: FinishedRequest): void {
    if (this.isEach || isNotable(finished)) this.write(finished);
    else {
      const route = `${finished.request.method} ${finished.route}`;
      this.counts.set(route, (this.counts.get(route) ?? 0) + 1);
    }
  }

  /** When the last request has ended. */
  onApplicationShutdown(): void {
    this.writeCounts();
  }

  private writeCounts(): void {
    const { counts, since } = this;
    this.counts = new Map();
    this.since = performance.now();
    if (counts.size === 0) return;
    const count = [...counts.values()].reduce((sum, one) => sum + one, 0);
    const seconds = Math.round((this.since - since) / 1000);
    this.logger.log({ msg: 'requests', count, seconds, routes: Object.fromEntries(counts) });
  }

  private write({ request, ms, route, status, complete }: FinishedRequest): void {
    this.logger.log({
      msg: 'request',
      requestId: request.requestId,
      traceId: request.traceId,
      method: request.method,
      route,
      status,
      complete,
      ms,
      tenantId: request.caller?.tenantId,
      credential: request.credentialLabel,
    });
  }
}
