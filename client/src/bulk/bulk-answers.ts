import { IntegrationApiError } from '../errors.js';
import { backoff, isTemporary } from '../retry.js';
import type { Transport } from '../transport.js';
import { sleep } from '../waiting.js';
import { BulkAttempt } from './bulk-attempt.js';
import {
  type BulkAnswer,
  type BulkOptions,
  type BulkSummary,
  effectOf,
  type LineAnswer,
} from './bulk-types.js';
import { type PendingRow, RowQueue, type Rows } from './row-queue.js';
import { RowSource } from './row-source.js';

/**
 * A bulk request and its answers: one for each row, in the order of the rows. The rows are read as the answers are
 * taken, so the memory does not grow with their number. After a lost connection, 429 or 503 the rows without an answer
 * are sent again, in their order. Can be iterated once.
 * @example
 * const answers = api.users.bulk(people);
 * for await (const answer of answers) if (!answer.success) report(answer.line, answer.error);
 * console.log(answers.summary);
 */
export class BulkAnswers<Row> implements AsyncIterable<BulkAnswer<Row>> {
  private readonly counts = { received: 0, inserted: 0, updated: 0, unchanged: 0, failed: 0 };
  private readonly queue = new RowQueue<Row>();
  private readonly source: RowSource<Row>;
  private begun = false;

  constructor(
    private readonly transport: Transport,
    private readonly url: string,
    rows: Rows<Row>,
    private readonly options: BulkOptions = {},
  ) {
    this.source = new RowSource(rows, this.queue);
  }

  /** The answers until now. */
  get summary(): BulkSummary {
    return { ...this.counts };
  }

  /** @throws {IntegrationApiError} when the service refuses the request as a whole, or is away for too long */
  async *[Symbol.asyncIterator](): AsyncGenerator<BulkAnswer<Row>, void, undefined> {
    if (this.begun) throw new TypeError('The answers of a bulk request can be iterated once.');
    this.begun = true;
    try {
      for (let failures = 0; await this.hasRows();) {
        const before = this.counts.received;
        const attempt = new BulkAttempt(this.transport, this.url, this.queue, this.source, this.options);
        try {
          for await (const { row, answer } of attempt.answers()) yield this.counted(row, answer);
          failures = 0;
        } catch (error) {
          if (!(error instanceof IntegrationApiError)) throw error;
          // A connection that is closed while the rows are slow to come has lost nothing.
          if (this.queue.length === 0 && isTemporary(error)) continue;
          failures = this.counts.received > before ? 1 : failures + 1;
          await this.pause(failures, error);
        }
      }
    } finally {
      await this.source.close();
    }
  }

  /** No request is made before there is something to send: rows that come slowly would let it time out. */
  private async hasRows(): Promise<boolean> {
    if (this.queue.length === 0) await this.source.next();
    return this.queue.length > 0;
  }

  private async pause(failures: number, error: IntegrationApiError): Promise<void> {
    const { policy } = this.transport;
    const waitMs = error.retryAfterMs ?? backoff(failures, policy);
    if (failures > policy.retries || !isTemporary(error) || waitMs > policy.longestWaitMs) throw error;
    this.transport.onRetry({ attempt: failures, waitMs, error });
    await sleep(waitMs, this.options.signal);
  }

  private counted({ row, effect: earlier }: PendingRow<Row>, answer: LineAnswer): BulkAnswer<Row> {
    this.counts.received += 1;
    const line = this.counts.received;
    if (!answer.success) {
      this.counts.failed += 1;
      return { line, row, success: false, error: answer.error };
    }
    const effect = earlier ?? effectOf(answer);
    this.counts[effect] += 1;
    const { id, message, holdId, conflictId, warnings = [] } = answer;
    return { line, row, success: true, id, message, effect, holdId, conflictId, warnings };
  }
}
