/** A row of the source: its line there, and its JSON without a line feed. */
export interface SourceRow {
  line: number;
  bytes: Buffer;
}

/** A row that the server has not answered for good. */
export interface PendingRow extends SourceRow {
  /** How often it was sent. */
  sends: number;
  /** What an answer said that could not be counted yet, because an earlier row has to be sent again first. */
  effect?: 'inserted' | 'updated';
}

/** The rows between the source and their answers, in order: answered ones leave at the front, new ones join behind. */
export class RowQueue {
  private rows: (PendingRow | undefined)[] = [];
  private head = 0;
  private sent = 0;
  private size = 0;

  /** Rows waiting, sent or not. */
  get length(): number {
    return this.rows.length - this.head;
  }

  /** Rows sent since the last rewind and still here. */
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

  /** The row at a position in flight, 0 for the oldest. */
  at(position: number): PendingRow | undefined {
    return position < this.sent ? this.rows[this.head + position] : undefined;
  }

  /** Takes the oldest row out. */
  settle(): void {
    const row = this.rows[this.head];
    if (row === undefined) return;
    this.size -= row.bytes.length;
    this.rows[this.head] = undefined;
    this.head += 1;
    this.sent -= 1;
    // Cutting the front off only now and then keeps each call cheap however long the queue is.
    if (this.head > 1024 && this.head * 2 > this.rows.length) {
      this.rows = this.rows.slice(this.head);
      this.head = 0;
    }
  }

  /** A new request begins: everything here is to be sent again. */
  rewind(): void {
    this.sent = 0;
  }
}
