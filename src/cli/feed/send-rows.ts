import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from './answer.js';
import { BulkAttempt } from './bulk-attempt.js';
import type { BulkEndpoint } from './bulk-request.js';
import { FeedError } from '../../feed/feed-error.js';
import { backoff } from './retry.js';
import { RowQueue, type PendingRow } from './row-queue.js';
import type { RowSource } from './row-source.js';

export interface SendOptions {
  endpoint: BulkEndpoint;
  source: RowSource;
  settle: (row: PendingRow, answer: Answer) => Promise<void>;
  /** The feed gives up after this many attempts in a row without an answered row. */
  attempts: number;
  /** Milliseconds before the first retry. */
  backoffBase: number;
  timeout: number;
  /** Tells the operator in one line why the feed pauses. */
  notice: (text: string) => void;
}

/** What was sent, whether the feed finished or not. */
export interface Sent {
  resent: number;
  /** Rows sent, or read to be sent, that have no answer. */
  unanswered: number;
  requests: number;
  failure?: unknown;
}

/**
 * Sends the rows of the source until each has its answer, in as many requests as that takes. Rows without an answer are
 * sent again in order, which is safe because a row that was applied already is answered `unchanged`.
 */
export async function sendRows(options: SendOptions): Promise<Sent> {
  const queue = new RowQueue();
  const sent: Sent = { resent: 0, unanswered: 0, requests: 0 };
  try {
    await sendAll(options, queue, sent);
    if (options.source.failure !== undefined) sent.failure = options.source.failure;
  } catch (error) {
    sent.failure = error;
  }
  sent.unanswered = queue.length;
  return sent;
}

async function sendAll(options: SendOptions, queue: RowQueue, sent: Sent): Promise<void> {
  const { endpoint, source, settle, timeout } = options;
  let failures = 0;
  for (;;) {
    // No request is opened before there is something to send: a slow pipe would let it time out.
    if (queue.length === 0) await source.ready();
    if (queue.length === 0 && source.ended) return;
    const end = await new BulkAttempt({ endpoint, queue, source, settle, timeout }).run();
    sent.requests += 1;
    sent.resent += end.resent;
    if (end.complete) {
      failures = 0;
      continue;
    }
    if (queue.length === 0 && source.ended) return;
    failures = end.settled > 0 ? 1 : failures + 1;
    if (failures >= options.attempts) {
      throw new FeedError(
        `gave up after ${failures} attempt${failures === 1 ? '' : 's'} without progress: ${end.reason}`,
      );
    }
    const wait = end.wait ?? backoff(failures, options.backoffBase);
    options.notice(`${end.reason}; trying again in ${(wait / 1000).toFixed(1)} s`);
    await sleep(wait);
  }
}
