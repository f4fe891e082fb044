import { Wakeup } from '../waiting.js';
import type { PendingRow, RowQueue } from './row-queue.js';
import type { RowSource } from './row-source.js';

const PIECE_BYTES = 16 * 1024;
/** Shorter than the pause after which the service takes what it has: it applies together what comes together. */
const TOGETHER_MS = 10;
/** A service that refuses the request as a whole answers within this time. */
const REFUSED_WITHIN_MS = 250;
const LINE_FEED = 10;
/** A row is not sent behind more blank lines than this. */
const MOST_BLANK = 4 * 1024 * 1024;

/**
 * The body of one bulk request: first the rows that an earlier request left unanswered, then further ones. It is read
 * as fast as the connection takes it, and holds back while too many rows have no answer.
 */
export class RequestBody<Row> {
  readonly stream: ReadableStream<Uint8Array>;
  /** A row, room for one, or the end has come. */
  private readonly change = new Wakeup();
  private welcomed = false;
  private ending = false;
  private cancelled = false;
  private written = 0;
  /** How many lines the body has. */
  private lines = 0;
  /** Whether the rows of the piece that is made have waited for more. */
  private isLate = false;
  private patience: NodeJS.Timeout | undefined;

  constructor(
    private readonly queue: RowQueue<Row>,
    private readonly source: RowSource<Row>,
  ) {
    queue.rewind();
    source.onArrival(() => {
      this.wake();
    });
    this.stream = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => this.pull(controller),
        cancel: () => {
          this.cancelled = true;
          this.end();
        },
      },
      { highWaterMark: 0 },
    );
  }

  get ended(): boolean {
    return this.ending;
  }

  /**
   * The service has answered, or had time to. Until then only a first piece is written: a service that refuses the
   * credential and closes the connection would otherwise reset it, and its answer would be lost.
   */
  welcome(): void {
    clearTimeout(this.patience);
    this.welcomed = true;
    this.wake();
  }

  /** An answer has made room. */
  wake(): void {
    this.change.raise();
  }

  /** Sends no further row, so that the service answers those that it has. */
  end(): void {
    clearTimeout(this.patience);
    this.ending = true;
    this.wake();
  }

  private async pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    const piece = await this.piece();
    if (this.cancelled) return;
    if (piece.length > 0) {
      this.written += piece.length;
      controller.enqueue(piece);
      return;
    }
    this.ending = true;
    controller.close();
  }

  /** The next rows, as soon as there are some; none at the end. */
  private async piece(): Promise<Uint8Array> {
    const rows: Uint8Array[] = [];
    let bytes = 0;
    let timer: NodeJS.Timeout | undefined;
    while (bytes < PIECE_BYTES && !this.ending) {
      const row = this.mayWrite() ? this.nextRow() : undefined;
      if (row !== undefined) {
        const blank = this.place(row);
        if (blank > 0) rows.push(new Uint8Array(blank - 1).fill(LINE_FEED));
        rows.push(row.json);
        bytes += blank + row.json.length + 1;
        timer ??= setTimeout(() => {
          this.isLate = true;
          this.wake();
        }, TOGETHER_MS);
      } else if (this.isLate || (this.source.ended && this.queue.inFlight === this.queue.length)) break;
      else await this.change.wait();
    }
    clearTimeout(timer);
    this.isLate = false;
    return joined(rows, bytes);
  }

  /** Gives the row its line in the body. @returns how many blank lines are before it */
  private place(row: PendingRow<Row>): number {
    const wanted = (row.line ?? 0) - this.lines - 1;
    const blank = wanted > 0 && wanted <= MOST_BLANK ? wanted : 0;
    this.lines += blank + 1;
    row.sentAs = this.lines;
    return blank;
  }

  private nextRow(): PendingRow<Row> | undefined {
    const unsent = this.queue.send();
    if (unsent !== undefined) return unsent;
    this.source.read();
    return this.queue.send();
  }

  private mayWrite(): boolean {
    if (this.welcomed || this.written === 0) return true;
    this.patience ??= setTimeout(() => {
      this.welcome();
    }, REFUSED_WITHIN_MS);
    return false;
  }
}

/** The rows and blank lines, each with its line feed. */
function joined(rows: readonly Uint8Array[], bytes: number): Uint8Array {
  const whole = new Uint8Array(bytes);
  let place = 0;
  for (const row of rows) {
    whole.set(row, place);
    place += row.length;
    whole[place] = LINE_FEED;
    place += 1;
  }
  return whole;
}
