import type { SourceRow } from '../../feed/sources/formats.js';
import type { RowAnswer } from './answer.js';

/** A row without its final answer. */
export interface PendingRow extends SourceRow {
  /** How often it was sent. */
  sends: number;
  /** What it did, where that is not counted yet, because an earlier row has to be sent again first. */
  applied?: RowAnswer;
}

/** The rows that have been read and have no final answer, in order: a first-in, first-out queue. */
export class RowQueue {
  private rows: (PendingRow | undefined)[] = [];
  private head = 0;
  private sent = 0;
  private size = 0;

  /** The number of rows, sent or not. */
  get length(): number {
    return this.rows.length - this.head;
  }

  /** The number of rows sent since the last rewind and not settled. */
  get inFlight(): number {
    return this.sent;
  }

  get bytes(): number {
    return this.size;
  }

  push(row: SourceRow): void {
    this.rows.push({ ...row, sends: 0 });
    this.size += row.bytes.length;
  }

  /** The next row that was not sent since the last rewind, now counted as sent. */
  send(): PendingRow | undefined {
    const row = this.rows[this.head + this.sent];
    if (row !== undefined) {
      this.sent += 1;
      row.sends += 1;
    }
    return row;
  }

  /** A row in flight by its place, 0 for the oldest. */
  at(position: number): PendingRow | undefined {
    return position < this.sent ? this.rows[this.head + position] : undefined;
  }

  /** Removes the oldest row. */
  settle(): void {
    const row = this.rows[this.head];
    if (row === undefined) return;
    this.size -= row.bytes.length;
    this.rows[this.head] = undefined;
    this.head += 1;
    this.sent -= 1;
    // The front is cut off rarely, so that each call is cheap when the queue is long.
    if (this.head > 1024 && this.head * 2 > this.rows.length) {
      this.rows = this.rows.slice(this.head);
      this.head = 0;
    }
  }

  /** A new request begins: all rows are to be sent again. */
  rewind(): void {
    this.sent = 0;
  }
}
