import { IntegrationApiError } from '../errors.js';
import { type Outgoing, refusalOf, type Transport } from '../transport.js';
import { asError, beforeAbort, Deadline } from '../waiting.js';
import { linesOf } from './answer-lines.js';
import { type BulkOptions, effectOf, type LineAnswer } from './bulk-types.js';
import { RequestBody } from './request-body.js';
import type { PendingRow, RowQueue } from './row-queue.js';
import type { RowSource } from './row-source.js';

const NDJSON = 'application/x-ndjson';
/** A proxy that compressed the answers would keep them back. */
const HEADERS = { 'Content-Type': NDJSON, Accept: NDJSON, 'Accept-Encoding': 'identity' } as const;
/**
 * fetch keeps a copy of what it has sent, for a redirection, unless there is neither a window to ask nor a redirection
 * to follow (Fetch standard, HTTP-network-or-cache fetch): 86 MB for a million rows.
 */
const WITHOUT_COPY = { window: null, redirect: 'error' } as const;

type Reader = ReadableStreamDefaultReader<Uint8Array>;

export interface Answered<Row> {
  readonly row: PendingRow<Row>;
  readonly answer: LineAnswer;
}

/** A line of the answer before it is looked at. */
interface AnyLine {
  readonly line?: number;
  readonly success?: boolean;
  readonly message?: string;
  readonly error?: { readonly code: string };
  readonly summary?: object;
}

/** One request of a bulk call: writes rows and reads their answers at the same time. */
export class BulkAttempt<Row> {
  private readonly body: RequestBody<Row>;
  private readonly outgoing: Outgoing;
  private readonly deadline: Deadline;
  private readonly timeoutMs: number;
  private postponed = 0;
  private isSummarised = false;

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
   * The lines of the answer as they come, each for {@link take}.
   * @throws {IntegrationApiError} when the request ended before each row had its answer
   */
  async *lines(): AsyncGenerator<readonly string[], void, undefined> {
    let reader: Reader | undefined;
    try {
      const response = await this.begin();
      reader = response.body?.getReader();
      const lines = linesOf(() => this.read(reader));
      if (response.status !== 200) throw await this.refusal(response, lines);
      this.body.welcome();
      // To the end of the answer, so that its connection can be used again.
      yield* lines;
      this.complete();
    } catch (error) {
      throw error instanceof RangeError ? this.unexpected(error.message) : error;
    } finally {
      this.body.end();
      this.deadline.abort(new Error('the request has ended'));
      this.deadline.end();
      await reader?.cancel().catch(() => undefined);
    }
  }

  /**
   * The row that is answered for good, which leaves the queue. From the first row for which the service was
   * unavailable, this row and all later ones are sent again in their order, so that of two rows about one person the
   * later one still comes last.
   * @throws {IntegrationApiError} for a line that is no answer to the oldest row without one
   */
  take(line: string): Answered<Row> | undefined {
    const answer = this.parsed(line);
    if (answer === undefined) return undefined;
    const row = this.queue.at(this.postponed);
    if (row === undefined || answer.line !== row.sentAs)
      throw this.unexpected('The answers do not fit the rows.');
    const isUnavailable = !answer.success && answer.error.code === 'SERVICE_UNAVAILABLE';
    if (isUnavailable || this.postponed > 0) {
      this.postponed += 1;
      // The second answer to such a row will say `unchanged`.
      if (answer.success && effectOf(answer) !== 'unchanged') row.applied ??= answer;
      this.body.end();
      return undefined;
    }
    this.queue.settle();
    this.body.wake();
    return { row, answer };
  }

  /** The head of the answer, which comes while rows are written. */
  private begin(): Promise<Response> {
    const outgoing = { ...this.outgoing, headers: { ...this.outgoing.headers, ...HEADERS } };
    const init = { body: this.body.stream, duplex: 'half', ...WITHOUT_COPY } as RequestInit;
    return this.watched(this.transport.send(outgoing, init, this.deadline));
  }

  private async refusal(response: Response, lines: AsyncIterable<readonly string[]>): Promise<Error> {
    this.body.end();
    const text: string[] = [];
    for await (const some of lines) text.push(...some);
    return refusalOf(response, text.join('\n'), this.outgoing);
  }

  private async read(reader: Reader | undefined): Promise<Uint8Array | undefined> {
    if (reader === undefined) return undefined;
    const { signal } = this.deadline;
    try {
      // fetch of Node 20 may have forgotten its signal by now, where it follows no redirection.
      const result = await this.watched(beforeAbort(reader.read(), signal));
      if (result !== undefined) return result.value;
    } catch (error) {
      throw this.lost(error);
    }
    throw this.lost(signal.reason);
  }

  /**
   * Waits for the service as long as it owes an answer. A proxy may keep the answers back until the request body ends,
   * so after the time the body ends first, and after as much time again the request.
   */
  private async watched<T>(awaited: Promise<T>): Promise<T> {
    let hasEnded = this.body.ended;
    const watch = setInterval(() => {
      if (this.queue.inFlight === 0 && !this.body.ended) return;
      if (hasEnded) this.deadline.expire();
      hasEnded = true;
      this.body.end();
    }, this.timeoutMs);
    try {
      return await awaited;
    } finally {
      clearInterval(watch);
    }
  }

  /** Undefined for the summary. */
  private parsed(line: string): LineAnswer | undefined {
    const answer = parseJson(line) as AnyLine | null | undefined;
    if (answer?.summary !== undefined) {
      this.isSummarised = true;
      return undefined;
    }
    if (
      typeof answer?.line === 'number' &&
      (answer.success === true || typeof answer.error?.code === 'string')
    )
      return answer as LineAnswer;
    // The last line of a body that the service could not read on has no number.
    const message = answer?.message ?? 'A line of the answer is no answer to a row.';
    throw this.unexpected(message, answer?.error?.code);
  }

  /** The answer has come to its end. */
  private complete(): void {
    if (!this.isSummarised) throw this.lost(new Error('the answer ended without its summary'));
    const { requestId } = this.outgoing;
    if (this.postponed > 0)
      throw new IntegrationApiError('The service was unavailable for some rows.', {
        code: 'SERVICE_UNAVAILABLE',
        status: 503,
        requestId,
      });
    if (this.queue.inFlight > 0) throw this.lost(new Error('the summary came before every row was answered'));
  }

  private unexpected(message: string, code = 'UNEXPECTED_ANSWER'): IntegrationApiError {
    return new IntegrationApiError(message, { code, status: 200, requestId: this.outgoing.requestId });
  }

  private lost(cause: unknown): Error {
    if (this.deadline.timedOut)
      return new IntegrationApiError('The rows were not answered in time.', {
        code: 'TIMEOUT',
        requestId: this.outgoing.requestId,
        cause: this.deadline.signal.reason,
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
