import type { AcceptedLine } from './bulk-types.js';

/** No more rows are without an answer at a time; they bound the memory of a bulk request. */
const MOST_ROWS = 10_000;
const MOST_BYTES = 16 * 1024 * 1024;

/** The rows of a bulk request, one after the other. */
export type Rows<Row> = Iterable<Row> | AsyncIterable<Row>;

export interface PendingRow<Row> {
  readonly row: Row;
  /** Without a line feed. */
  readonly json: Uint8Array;
  /** The line of the body that it should be; undefined: the next one. */
  readonly line?: number | undefined;
  /** The line that it was in the body of the last request; 0 before that. */
  sentAs: number;
  isSent: boolean;
  /** What it did, where that is not final, because an earlier row has to be sent again first. */
  applied?: AcceptedLine;
}

/** The rows that were read and have no final answer, in order. */
export class RowQueue<Row> {
  /** How many rows were sent again. */
  resent = 0;
  private rows: (PendingRow<Row> | undefined)[] = [];
  private head = 0;
  private bytes = 0;
  private sentCount = 0;

  get length(): number {
    return this.rows.length - this.head;
  }

  get hasRoom(): boolean {
    return this.length < MOST_ROWS && this.bytes < MOST_BYTES;
  }

  /** Rows sent since the last `rewind`, and not settled. */
  get inFlight(): number {
    return this.sentCount;
  }

  push(row: Row, json: Uint8Array, line?: number): void {
    this.rows.push({ row, json, line, sentAs: 0, isSent: false });
    this.bytes += json.length;
  }

  /** The next row that was not sent since the last `rewind`, now counted as sent. */
  send(): PendingRow<Row> | undefined {
    const row = this.rows[this.head + this.sentCount];
    if (row === undefined) return undefined;
    this.sentCount += 1;
    if (row.isSent) this.resent += 1;
    row.isSent = true;
    return row;
  }

  /** A row in flight by its place, 0 for the oldest. */
  at(place: number): PendingRow<Row> | undefined {
    return place < this.sentCount ? this.rows[this.head + place] : undefined;
  }

  /** Removes the oldest row. */
  settle(): void {
    this.bytes -= this.rows[this.head]?.json.length ?? 0;
    this.rows[this.head] = undefined;
    this.head += 1;
    this.sentCount -= 1;
    // The front is cut off rarely, so that each call is cheap when the queue is long.
    if (this.head > 1024 && this.head * 2 > this.rows.length) {
      this.rows = this.rows.slice(this.head);
      this.head = 0;
    }
  }

  /** A new request begins: every row is to be sent again. */
  rewind(): void {
    this.sentCount = 0;
  }
}
