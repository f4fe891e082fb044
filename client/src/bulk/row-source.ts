import type { RowQueue, Rows } from './row-queue.js';

const ENCODER = new TextEncoder();

/** Reads the caller's rows one by one, as far as there is room for them. */
export class RowSource<Row> {
  private readonly iterator: Iterator<Row> | AsyncIterator<Row>;
  private pending: Promise<void> | undefined;
  private failure: { readonly error: unknown } | undefined;
  private hasEnded = false;

  constructor(
    rows: Rows<Row>,
    private readonly queue: RowQueue<Row>,
  ) {
    this.iterator = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
  }

  /** Whether the queue has got every row. */
  get ended(): boolean {
    return this.hasEnded;
  }

  /**
   * Resolves when one more row is in the queue, or the rows have ended. Calls at the same time wait for the same row.
   * @throws what the caller's rows throw, and for a row that is no JSON
   */
  async next(): Promise<void> {
    if (this.hasEnded) return;
    this.pending ??= this.read();
    await this.pending;
    if (this.failure !== undefined) throw this.failure.error;
  }

  /** Tells the caller's rows that no more of them are read. */
  async close(): Promise<void> {
    if (this.hasEnded) return;
    this.hasEnded = true;
    const closed = Promise.resolve(this.iterator.return?.());
    // A generator that waits for its next row ends only after that, which may be never.
    if (this.pending === undefined) await closed;
    else closed.catch(() => undefined);
  }

  private async read(): Promise<void> {
    try {
      const result = await this.iterator.next();
      if (result.done === true) this.hasEnded = true;
      else this.queue.push({ row: result.value, line: lineOf(result.value) });
    } catch (error) {
      this.failure = { error };
    } finally {
      this.pending = undefined;
    }
  }
}

function lineOf(row: unknown): Uint8Array {
  const text = JSON.stringify(row) as string | undefined;
  if (text === undefined) throw new TypeError('A row of a bulk request is no JSON.');
  return ENCODER.encode(`${text}\n`);
}
