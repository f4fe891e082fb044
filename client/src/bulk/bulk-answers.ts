import { IntegrationApiError } from '../errors.js';
import { backoff, isTemporary } from '../retry.js';
import type { Transport } from '../transport.js';
import { asError, sleep } from '../waiting.js';
import { type Answered, BulkAttempt } from './bulk-attempt.js';
import { type BulkAnswer, type BulkOfOptions, type BulkSummary, effectOf } from './bulk-types.js';
import { RowQueue, type Rows } from './row-queue.js';
import { type JsonOf, RowSource } from './row-source.js';

/**
 * A bulk request and its answers: one for each row, in the order of the rows. The rows are read as the answers are
 * taken, so the memory does not grow with their number. After a lost connection, 429 or a failure of the service the
 * rows without an answer are sent again, in their order. Can be iterated once.
 * @example
 * const answers = api.users.bulk(people);
 * for await (const answer of answers) if (!answer.success) report(answer.line, answer.error);
 * console.log(answers.summary);
 */
export class BulkAnswers<Row> implements AsyncIterable<BulkAnswer<Row>> {
  private readonly counts = { received: 0, inserted: 0, updated: 0, unchanged: 0, failed: 0 };
  private readonly queue = new RowQueue<Row>();
  private readonly source: RowSource<Row>;
  private readonly requestId: string;
  private requests = 0;
  private begun = false;

  constructor(
    private readonly transport: Transport,
    private readonly url: string,
    rows: Rows<Row>,
    private readonly options: BulkOfOptions<Row> = {},
    jsonOf: JsonOf<Row> = JSON.stringify,
  ) {
    this.source = new RowSource(rows, jsonOf, this.queue, options.lineOf);
    this.requestId = options.requestId ?? crypto.randomUUID();
  }

  /** The answers until now. */
  get summary(): BulkSummary {
    return { ...this.counts, resent: this.queue.resent, unanswered: this.queue.length };
  }

  /**
   * @throws {IntegrationApiError} when the service refuses the request as a whole (see {@link isBulkRefusal}), or is
   * away for too long
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<BulkAnswer<Row>, void, undefined> {
    if (this.begun) throw new TypeError('The answers of a bulk request can be iterated once.');
    this.begun = true;
    try {
      for (let failures = 0; await this.hasRows();) {
        const before = this.counts.received;
        const attempt = this.attempt();
        try {
          for await (const lines of attempt.lines())
            for (const line of lines) {
              const answered = attempt.take(line);
              if (answered !== undefined) yield this.counted(answered);
            }
          failures = 0;
        } catch (error) {
          if (!(error instanceof IntegrationApiError)) throw error;
          const hasProgressed = this.counts.received > before;
          // A connection that is closed while the rows are slow to come has lost nothing.
          if (this.queue.length === 0 && !isBulkRefusal(error)) {
            if (hasProgressed) failures = 0;
            continue;
          }
          failures = hasProgressed ? 1 : failures + 1;
          await this.pause(failures, error);
        }
      }
    } finally {
      await this.source.close();
    }
  }

  /** No request is made before there is something to send: rows that come slowly would let it time out. */
  private async hasRows(): Promise<boolean> {
    await this.source.ready();
    if (this.queue.length > 0) return true;
    if (this.source.failure !== undefined) throw asError(this.source.failure.error);
    return false;
  }

  private attempt(): BulkAttempt<Row> {
    this.requests += 1;
    const requestId = this.requests === 1 ? this.requestId : `${this.requestId}.${this.requests}`;
    const options = { ...this.options, requestId };
    return new BulkAttempt(this.transport, this.url, this.queue, this.source, options);
  }

  private async pause(failures: number, error: IntegrationApiError): Promise<void> {
    const { policy } = this.transport;
    const waitMs = error.retryAfterMs ?? backoff(failures, policy);
    if (failures > policy.retries || isBulkRefusal(error) || waitMs > policy.longestWaitMs) throw error;
    this.transport.onRetry({ attempt: failures, waitMs, error });
    await sleep(waitMs, this.options.signal);
  }

  private counted({ row: { row, applied }, answer }: Answered<Row>): BulkAnswer<Row> {
    this.counts.received += 1;
    const line = this.counts.received;
    if (!answer.success) {
      this.counts.failed += 1;
      return { line, row, success: false, error: answer.error };
    }
    const effect = effectOf(applied ?? answer);
    this.counts[effect] += 1;
    const { id, message, conflictId } = answer;
    const { warnings = [] } = effectOf(answer) === 'unchanged' ? (applied ?? answer) : answer;
    return {
      line,
      row,
      success: true,
      id,
      message,
      effect,
      deprovisioned: answer.deprovisioned ?? applied?.deprovisioned ?? false,
      restored: answer.restored ?? applied?.restored ?? false,
      holdId: 'holdId' in answer ? answer.holdId : applied?.holdId,
      conflictId,
      warnings,
    };
  }
}

/**
 * Whether the service refuses a bulk request as a whole, and would refuse it again. Any other error is that of the last
 * attempt: a lost connection, 429, a failure of the service or of a balancer, answers that do not fit the rows.
 */
export function isBulkRefusal(error: IntegrationApiError): boolean {
  const { status } = error;
  return !isTemporary(error) && status !== 200 && (status === undefined || status < 500);
}
