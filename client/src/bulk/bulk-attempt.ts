import { IntegrationApiError } from '../errors.js';
import { type Outgoing, refusalOf, textOf, type Transport } from '../transport.js';
import { asError, Deadline } from '../waiting.js';
import { linesOf } from './answer-lines.js';
import { type BulkOptions, effectOf, type LineAnswer } from './bulk-types.js';
import { RequestBody } from './request-body.js';
import type { PendingRow, RowQueue } from './row-queue.js';
import type { RowSource } from './row-source.js';

const NDJSON = 'application/x-ndjson';
/**
 * fetch keeps a copy of what it has sent, for a redirection, unless there is neither a window to ask nor a redirection
 * to follow (Fetch standard, HTTP-network-or-cache fetch): 86 MB for a million rows.
 */
const WITHOUT_COPY = { window: null, redirect: 'error' } as const;

interface Answered<Row> {
  readonly row: PendingRow<Row>;
  readonly answer: LineAnswer;
}

/** One request of a bulk call: writes rows and reads their answers at the same time. */
export class BulkAttempt<Row> {
  private readonly body: RequestBody<Row>;
  private readonly outgoing: Outgoing;
  private readonly deadline: Deadline;
  private readonly timeoutMs: number;
  private answered = 0;
  private postponed = 0;

  constructor(
    private readonly transport: Transport,
    url: string,
    private readonly queue: RowQueue<Row>,
    source: RowSource<Row>,
    options: BulkOptions,
  ) {
    this.body = new RequestBody(queue, source);
    const query = options.dryRun === true ? { dryRun: true } : undefined;
    this.outgoing = transport.outgoing({ method: 'POST', url, query, body: undefined }, options);
    this.timeoutMs = options.timeoutMs ?? transport.timeoutMs;
    this.deadline = new Deadline(options.signal, this.timeoutMs);
  }

  /**
   * The final answers of the oldest rows, which leave the queue.
   * @throws {IntegrationApiError} when the request ended before each row had its answer
   */
  async *answers(): AsyncGenerator<Answered<Row>, void, undefined> {
    let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
    try {
      const response = await this.begin();
      reader = response.body?.getReader();
      let isComplete = false;
      // To the end of the answer, so that its connection can be used again.
      for await (const line of linesOf(() => this.read(reader))) {
        const answer = this.parsed(line);
        if ('summary' in answer) {
          isComplete = true;
          continue;
        }
        const row = this.take(answer);
        if (row !== undefined) yield { row, answer };
      }
      if (!isComplete) throw this.lost(new Error('the answer ended without its summary'));
      this.complete();
    } finally {
      this.body.end();
      this.deadline.abort(new Error('the request has ended'));
      this.deadline.end();
      await reader?.cancel().catch(() => undefined);
    }
  }

  /** The head of the answer, which comes while rows are written. */
  private async begin(): Promise<Response> {
    const headers = { ...this.outgoing.headers, 'Content-Type': NDJSON, Accept: NDJSON };
    const init = { body: this.body.stream, duplex: 'half', ...WITHOUT_COPY } as RequestInit;
    const response = await this.watched(
      this.transport.send({ ...this.outgoing, headers }, init, this.deadline),
    );
    if (response.status !== 200) {
      this.body.end();
      throw refusalOf(
        response,
        await this.watched(textOf(response, this.outgoing, this.deadline)),
        this.outgoing,
      );
    }
    this.body.welcome();
    return response;
  }

  private async read(
    reader: ReadableStreamDefaultReader<Uint8Array> | undefined,
  ): Promise<Uint8Array | undefined> {
    if (reader === undefined) return undefined;
    try {
      const { value } = await this.watched(reader.read());
      return value;
    } catch (error) {
      throw error instanceof IntegrationApiError ? error : this.lost(error);
    }
  }

  /**
   * Waits for the service as long as rows have no answer. A proxy may keep the answers back until the request body
   * ends, so after the time the body ends first, and after as much time again the request.
   */
  private async watched<T>(awaited: Promise<T>): Promise<T> {
    let ended = this.body.ended;
    const watch = setInterval(() => {
      if (this.queue.inFlight === 0) return;
      if (ended) this.deadline.expire();
      ended = true;
      this.body.end();
    }, this.timeoutMs);
    try {
      return await awaited;
    } finally {
      clearInterval(watch);
    }
  }

  private parsed(line: string): LineAnswer | { readonly summary: object } {
    const answer = parseJson(line) as (LineAnswer & { summary?: object }) | undefined;
    if (answer?.summary !== undefined) return { summary: answer.summary };
    if (typeof answer?.line === 'number') return answer;
    // The last line of a body that the service could not read on.
    const refusal = answer as { message?: string; error?: { code: string; message?: string } } | undefined;
    const code = refusal?.error?.code ?? 'UNEXPECTED_ANSWER';
    const message =
      refusal?.message ?? refusal?.error?.message ?? 'A line of the answer is no answer to a row.';
    throw new IntegrationApiError(message, { code, status: 200, requestId: this.outgoing.requestId });
  }

  /**
   * The row that is answered for good. From the first row for which the service was unavailable, this row and all later
   * ones are sent again in their order, so that of two rows about one person the later one still comes last.
   */
  private take(answer: LineAnswer): PendingRow<Row> | undefined {
    this.answered += 1;
    const row = this.queue.at(this.postponed);
    if (row === undefined || answer.line !== this.answered)
      throw new IntegrationApiError('The answers do not fit the rows.', {
        code: 'UNEXPECTED_ANSWER',
        status: 200,
        requestId: this.outgoing.requestId,
      });
    const unavailable = !answer.success && answer.error.code === 'SERVICE_UNAVAILABLE';
    if (unavailable || this.postponed > 0) {
      this.postponed += 1;
      // The second answer of such a row will say `unchanged`.
      if (answer.success && effectOf(answer) !== 'unchanged') row.effect ??= effectOf(answer) as 'inserted';
      this.body.end();
      return undefined;
    }
    this.queue.settle();
    this.body.wake();
    return row;
  }

  /** The summary has come. */
  private complete(): void {
    const { requestId } = this.outgoing;
    if (this.postponed > 0)
      throw new IntegrationApiError('The service was unavailable for some rows.', {
        code: 'SERVICE_UNAVAILABLE',
        status: 503,
        requestId,
      });
    if (this.body.failure !== undefined) throw asError(this.body.failure.error);
    if (this.queue.inFlight > 0) throw this.lost(new Error('the summary came before every row was answered'));
  }

  private lost(cause: unknown): Error {
    if (this.deadline.timedOut)
      return new IntegrationApiError('The rows were not answered in time.', {
        code: 'TIMEOUT',
        requestId: this.outgoing.requestId,
      });
    if (this.deadline.signal.aborted) return asError(this.deadline.signal.reason);
    return new IntegrationApiError(`The connection was lost: ${asError(cause).message}.`, {
      code: 'CONNECTION_LOST',
      requestId: this.outgoing.requestId,
      cause,
    });
  }
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
