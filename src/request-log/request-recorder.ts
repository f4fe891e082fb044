import { Injectable } from '@nestjs/common';

import { Background } from '../background/background.js';
import type { WriteBehind } from '../background/write-behind.js';
import type { FinishedRequest } from '../http/server/finished-request.js';
import { loggedRequestOf, runOf } from './logged-request.js';
import { seriesOfUpload, type Upload } from './nightly-runs.js';
import { type NewLoggedRequest, RequestsRepository } from './requests.repository.js';

/** About 20 MB, when all of them are failed requests. */
const MOST_WAITING = 10_000;
const ROWS_AT_ONCE = 2000;

/** Writes the request log, and which upload of people came last. No request waits for it or fails because of it. */
@Injectable()
export class RequestRecorder {
  private readonly requests: WriteBehind<NewLoggedRequest>;
  /** By tenant and series. */
  private readonly uploads: WriteBehind<Upload>;

  constructor(background: Background, requests: RequestsRepository) {
    this.requests = background.buffer('request-log', {
      store: (transaction, rows) => requests.add(transaction, rows),
      most: MOST_WAITING,
      atOnce: ROWS_AT_ONCE,
    });
    this.uploads = background.buffer('last-runs', {
      store: (transaction, rows) => requests.saveUploads(transaction, rows),
      merge: (earlier, later) => later,
    });
  }

  note(finished: FinishedRequest): void {
    const request = loggedRequestOf(finished);
    if (request === undefined) return;
    this.requests.add(request);
    const upload = runOf(finished);
    if (upload !== undefined)
      this.uploads.put(`${upload.tenantId} ${seriesOfUpload(upload.run, upload.actor)}`, upload);
  }
}
