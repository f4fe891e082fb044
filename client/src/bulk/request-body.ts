import { Wakeup } from '../waiting.js';
import type { PendingRow, RowQueue } from './row-queue.js';
import type { RowSource } from './row-source.js';

const PIECE_BYTES = 16 * 1024;
/** A service that refuses the request as a whole answers within this time. */
const REFUSED_WITHIN_MS = 250;

/**
 * The body of one bulk request: first the rows that an earlier request left unanswered, then further ones. It is read
 * as fast as the connection takes it, and holds back while too many rows have no answer.
 */
export class RequestBody<Row> {
  readonly stream: ReadableStream<Uint8Array>;
  /** What the caller's rows threw. */
  failure: { readonly error: unknown } | undefined;
  private readonly room = new Wakeup();
  private welcomed = false;
  private ending = false;
  private cancelled = false;
  private written = 0;
  private patience: NodeJS.Timeout | undefined;

  constructor(
    private readonly queue: RowQueue<Row>,
    private readonly source: RowSource<Row>,
  ) {
    queue.rewind();
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
    this.room.raise();
  }

  /** An answer has made room. */
  wake(): void {
    this.room.raise();
  }

  /** Sends no further row, so that the service answers those that it has. */
  end(): void {
    clearTimeout(this.patience);
    this.ending = true;
    this.room.raise();
  }

  private async pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    const lines: Uint8Array[] = [];
    let bytes = 0;
    while (bytes < PIECE_BYTES) {
      const row = await this.nextRow(lines.length === 0);
      if (row === undefined) break;
      lines.push(row.line);
      bytes += row.line.length;
    }
    if (this.cancelled) return;
    if (lines.length === 0) {
      this.ending = true;
      controller.close();
      return;
    }
    this.written += bytes;
    controller.enqueue(joined(lines, bytes));
  }

  /** @param patient whether to wait for a row; otherwise only one that is there at once is taken */
  private async nextRow(patient: boolean): Promise<PendingRow<Row> | undefined> {
    for (;;) {
      if (this.ending || this.isComplete) return undefined;
      if (this.mayWrite()) {
        const row = this.queue.send();
        if (row !== undefined) return row;
      }
      if (!(await this.more(patient))) return undefined;
    }
  }

  /** Whether every row is sent. */
  private get isComplete(): boolean {
    return this.source.ended && this.queue.inFlight === this.queue.length;
  }

  private mayWrite(): boolean {
    if (this.welcomed || this.written === 0) return true;
    this.patience ??= setTimeout(() => {
      this.welcome();
    }, REFUSED_WITHIN_MS);
    return false;
  }

  /** Waits for a row, for room, or for the end. False when an impatient caller would have to wait for longer. */
  private async more(patient: boolean): Promise<boolean> {
    const mayRead = this.mayWrite() && this.queue.hasRoom && !this.source.ended;
    const awaited = mayRead ? [this.read(), this.room.wait()] : [this.room.wait()];
    if (patient) {
      await Promise.race(awaited);
      return true;
    }
    if (!mayRead) return false;
    const atOnce = await Promise.race([this.read().then(() => true), nextTurn().then(() => false)]);
    return atOnce;
  }

  private async read(): Promise<void> {
    try {
      await this.source.next();
    } catch (error) {
      this.failure = { error };
      this.end();
    }
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function joined(lines: readonly Uint8Array[], bytes: number): Uint8Array {
  const whole = new Uint8Array(bytes);
  let place = 0;
  for (const line of lines) {
    whole.set(line, place);
    place += line.length;
  }
  return whole;
}
