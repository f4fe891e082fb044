import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';

import { Background } from '../../background/background.js';
import type { WriteBehind } from '../../background/write-behind.js';
import { failure } from '../../http/answers.js';
import type { FinishedRequest } from '../../http/server/finished-request.js';
import { isSandboxId } from '../../tenancy/credentials/secrets.js';
import { maskedBody, maskedHeaders, maskedUrl } from './masked.js';
import { type NewSandboxRequest, SandboxRequestsRepository } from './requests.repository.js';

const MOST_WAITING = 2000;
const LARGEST_BODY = 65_536;
const LONGEST_URL = 2048;
/** With the largest bodies 26 MB, which the repository writes in several statements. */
const ROWS_AT_ONCE = 200;

interface Watched {
  readonly response: Response;
  readonly parts: Buffer[];
  size: number;
}

/** Keeps what was asked of sandboxes. No call waits for it. */
@Injectable()
export class RequestsRecorder {
  private readonly watched = new WeakMap<Request, Watched>();
  private readonly waiting: WriteBehind<NewSandboxRequest>;

  constructor(background: Background, requests: SandboxRequestsRepository) {
    this.waiting = background.buffer('sandbox-requests', {
      store: (transaction, rows) => requests.add(transaction, rows),
      most: MOST_WAITING,
      atOnce: ROWS_AT_ONCE,
    });
  }

  /** Writes what waits. */
  flush(): Promise<void> {
    return this.waiting.flush();
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
    this.waiting.add({ tenantId, ...this.recordOf(finished) });
  }

  private recordOf({
    request,
    at,
    ms,
    status,
    complete,
  }: FinishedRequest): Omit<NewSandboxRequest, 'tenantId'> {
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
