import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Request, Response } from 'express';

import { PeriodicTask } from '../../concurrency/periodic-task.js';
import { explain, isDatabaseAway } from '../../database/transaction/database-errors.js';
import { failure } from '../../http/answers.js';
import type { FinishedRequest } from '../../http/server/request-log.js';
import { isSandboxId } from '../../tenancy/secrets.js';
import type { SandboxRequest } from '../entities/sandbox-request.entity.js';
import { maskedBody, maskedHeaders, maskedUrl } from './masked.js';
import { SandboxRequestsRepository } from './requests.repository.js';

const FLUSH_MS = 1000;
const MOST_WAITING = 2000;
const LARGEST_BODY = 65_536;
const LONGEST_URL = 2048;
/** Characters of bodies in one statement. */
const MOST_AT_ONCE = 1_000_000;
const ROWS_AT_ONCE = 200;

interface Watched {
  readonly response: Response;
  readonly parts: Buffer[];
  size: number;
}

/** Keeps what was asked of sandboxes, in memory for a second and then in the database. No call waits for it. */
@Injectable()
export class RequestsRecorder implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(RequestsRecorder.name);
  private readonly watched = new WeakMap<Request, Watched>();
  private waiting: Omit<SandboxRequest, 'id'>[] = [];
  private readonly writing = new PeriodicTask(
    () => this.write(),
    (error) => {
      this.logger.error({ msg: 'calls of sandboxes were not kept', ...explain(error) });
    },
  );

  constructor(private readonly requests: SandboxRequestsRepository) {}

  onApplicationBootstrap(): void {
    this.writing.start(FLUSH_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.writing.stop();
    await this.flush();
  }

  /** Writes what waits. */
  flush(): Promise<void> {
    return this.writing.runNow();
  }

  /** Keeps what the call is answered. */
  watch(request: Request, response: Response): void {
    const watched: Watched = { response, parts: [], size: 0 };
    this.watched.set(request, watched);
    const [write, end] = [response.write.bind(response), response.end.bind(response)] as [Send, Send];
    response.write = ((...words: unknown[]) => {
      keep(watched, words[0]);
      return write(...words);
    }) as Response['write'];
    response.end = ((...words: unknown[]) => {
      keep(watched, words[0]);
      return end(...words);
    }) as Response['end'];
  }

  note(finished: FinishedRequest): void {
    const { request } = finished;
    const tenantId = request.caller?.tenantId;
    if (tenantId === undefined || !isSandboxId(tenantId)) return;
    if (this.waiting.length >= MOST_WAITING) this.waiting.shift();
    this.waiting.push({ tenantId, ...this.recordOf(finished) });
  }

  private async write(): Promise<void> {
    while (this.waiting.length > 0) {
      const rows = this.piece();
      try {
        await this.requests.add(rows);
      } catch (error) {
        if (isDatabaseAway(error)) {
          this.waiting.unshift(...rows);
          throw error;
        }
        this.logger.error({ msg: 'calls of sandboxes were not kept', rows: rows.length, ...explain(error) });
      }
    }
  }

  /** As many of the first ones as the server takes in one statement. */
  private piece(): Omit<SandboxRequest, 'id'>[] {
    let [count, size] = [0, 0];
    for (const { requestBody, responseBody } of this.waiting) {
      size += (requestBody?.length ?? 0) + (responseBody?.length ?? 0);
      if (count > 0 && (size > MOST_AT_ONCE || count >= ROWS_AT_ONCE)) break;
      count += 1;
    }
    return this.waiting.splice(0, count);
  }

  private recordOf({
    request,
    at,
    ms,
    status,
    complete,
  }: FinishedRequest): Omit<SandboxRequest, 'id' | 'tenantId'> {
    const watched = this.watched.get(request);
    const refusal =
      request.refusal === undefined ? null : JSON.stringify(failure(request.refusal, request.requestId));
    const answer = watched === undefined ? refusal : Buffer.concat(watched.parts).toString('utf8');
    return {
      at,
      ms: Math.round(ms),
      method: request.method.slice(0, 8),
      url: maskedUrl(request.originalUrl).slice(0, LONGEST_URL),
      requestId: request.requestId,
      requestHeaders: maskedHeaders(request.headers),
      requestBody:
        request.bodyText === undefined ? null : maskedBody(request.bodyText.slice(0, LARGEST_BODY)),
      status: complete || (watched?.size ?? 0) > 0 ? status : 0,
      responseHeaders: maskedHeaders(watched?.response.getHeaders() ?? {}),
      responseBody: answer === null || answer === '' ? null : maskedBody(answer),
    };
  }
}

type Send = (...words: unknown[]) => unknown;

function keep(watched: Watched, part: unknown): void {
  if (typeof part !== 'string' && !(part instanceof Uint8Array)) return;
  const bytes = Buffer.from(part as string);
  const room = LARGEST_BODY - watched.size;
  if (room > 0) watched.parts.push(bytes.subarray(0, room));
  watched.size += bytes.length;
}
