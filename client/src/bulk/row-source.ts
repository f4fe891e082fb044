import type { RowQueue, Rows } from './row-queue.js';

const LINE_FEED = 10;
/** Only the white space of JSON counts as blank, as for the service. */
const BLANK = new Set([0x20, 0x09, 0x0d]);
const ENCODER = new TextEncoder();

/** The JSON of a row on one line, as text or in UTF-8. */
export type JsonOf<Row> = (row: Row) => string | Uint8Array;

/** Reads the caller's rows one by one, as far as there is room for them. */
export class RowSource<Row> {
  /** What the caller's rows threw; it ends them. */
  failure: { readonly error: unknown } | undefined;
  private readonly iterator: Iterator<Row> | AsyncIterator<Row>;
  private pending: Promise<void> | undefined;
  private hasEnded = false;
  private isOpen = true;
  private listener: () => void = () => undefined;

  constructor(
    rows: Rows<Row>,
    private readonly jsonOf: JsonOf<Row>,
    private readonly queue: RowQueue<Row>,
    private readonly lineOf?: (row: Row) => number,
  ) {
    this.iterator = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
  }

  /** Whether the queue has got every row. */
  get ended(): boolean {
    return this.hasEnded;
  }

  /** Calls back when a row, or the end, arrives later than in {@link read}. */
  onArrival(listener: () => void): void {
    this.listener = listener;
  }

  /** Reads one more row into the queue, if there is room for it and none is on its way. */
  read(): void {
    if (this.hasEnded || this.pending !== undefined || !this.queue.hasRoom) return;
    try {
      const result = this.iterator.next();
      if (!('then' in result)) this.take(result);
      else this.pending = this.arrival(result);
    } catch (error) {
      this.fail(error);
    }
  }

  /** Resolves when the queue has a row, or the rows have ended. */
  async ready(): Promise<void> {
    while (this.queue.length === 0 && !this.hasEnded) {
      this.read();
      await this.pending;
    }
  }

  /** Lets the caller's rows know that no more of them are read. */
  async close(): Promise<void> {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.hasEnded = true;
    const closed = Promise.resolve(this.iterator.return?.());
    // A generator that waits for its next row ends only after that, which may be never.
    if (this.pending === undefined) await closed;
    else closed.catch(() => undefined);
  }

  private async arrival(result: Promise<IteratorResult<Row>>): Promise<void> {
    try {
      this.take(await result);
    } catch (error) {
      this.fail(error);
    }
    this.pending = undefined;
    this.listener();
  }

  private take(result: IteratorResult<Row>): void {
    if (result.done !== true) {
      const { value } = result;
      this.queue.push(value, oneLine(this.jsonOf(value)), this.lineOf?.(value));
      return;
    }
    this.isOpen = false;
    this.hasEnded = true;
  }

  private fail(error: unknown): void {
    this.hasEnded = true;
    this.failure = { error };
  }
}

/** @throws {TypeError} when it is not one line, as the answers would then be those of other rows */
function oneLine(json: string | Uint8Array | undefined): Uint8Array {
  const line = typeof json === 'string' ? ENCODER.encode(json) : json;
  if (line === undefined) throw new TypeError('A row of a bulk request is no JSON.');
  if (line.includes(LINE_FEED) || line.every((byte) => BLANK.has(byte)))
    throw new TypeError('A row of a bulk request must be one line that is not blank.');
  return line;
}
