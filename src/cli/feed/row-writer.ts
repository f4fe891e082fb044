import type { ClientRequest } from 'node:http';
import type { RowQueue } from './row-queue.js';
import type { RowSource } from './row-source.js';
import { Signal } from './signal.js';

const BATCH_BYTES = 16 * 1024;
const MOST_UNANSWERED_ROWS = 10_000;
const MOST_UNANSWERED_BYTES = 16 * 1024 * 1024;
/** A service that refuses the feed as a whole answers within this time. */
const REFUSED_WITHIN_MS = 250;
/** Shorter than the pause after which the service takes what it has. */
const TOGETHER_MS = 10;
const LINE_FEED = Buffer.from('\n');

/**
 * Writes one request: first the rows of the queue that an earlier request left unanswered, then rows of the source. The
 * number of unanswered rows is bounded, and with it the memory.
 */
export class RowWriter {
  private readonly wakeup = new Signal();
  private batch: Buffer[] = [];
  private batchSize = 0;
  private flushing = false;
  /** Whether the request takes no more bytes; true until it is connected. */
  private full = true;
  private welcomed = false;
  private patience: NodeJS.Timeout | undefined;
  private written = 0;
  private ending = false;
  private gone = false;
  /** Rows sent by this request that an earlier request had sent before. */
  resent = 0;

  constructor(
    private readonly request: ClientRequest,
    private readonly queue: RowQueue,
    private readonly source: RowSource,
  ) {
    request.on('drain', () => {
      this.ready();
    });
    request.on('socket', (socket) => {
      if (socket.connecting) {
        socket.once('connect', () => {
          this.connected();
        });
      } else {
        this.connected();
      }
    });
    source.onArrival(() => {
      this.wake();
    });
  }

  /**
   * The service has answered, or had time to. Until then only a first batch is written: a service that refuses the
   * credential and closes the connection would otherwise reset it during the write, and its answer would be lost.
   */
  welcome(): void {
    this.welcomed = true;
    this.wake();
  }

  /** Continues `run` after a change: an answer made room, a row arrived, or the request is to end. */
  wake(): void {
    this.wakeup.raise();
  }

  /** Sends no further row and ends the request, so that the service answers the rows that it has. */
  end(): void {
    this.ending = true;
    this.wake();
  }

  /** The connection is lost: nothing more is written. */
  abandon(): void {
    clearTimeout(this.patience);
    this.gone = true;
    this.end();
  }

  async run(): Promise<void> {
    while (!this.ending) {
      const waiting = this.full || (!this.welcomed && this.written >= BATCH_BYTES);
      if (waiting || !this.add()) {
        if (this.source.ended && this.queue.inFlight === this.queue.length) break;
        await this.wakeup.wait();
      }
    }
    this.flush();
    if (!this.gone) this.request.end();
  }

  private connected(): void {
    this.patience = setTimeout(() => {
      this.welcome();
    }, REFUSED_WITHIN_MS);
    this.ready();
  }

  private ready(): void {
    this.full = false;
    this.wake();
  }

  /** Adds the next row to the batch; false when there is none or no room for it. */
  private add(): boolean {
    if (this.queue.inFlight === this.queue.length) {
      const room = this.queue.length < MOST_UNANSWERED_ROWS && this.queue.bytes < MOST_UNANSWERED_BYTES;
      const row = room ? this.source.take() : undefined;
      if (row === undefined) return false;
      this.queue.push(row);
    }
    const row = this.queue.send();
    if (row === undefined) return false;
    if (row.sends > 1) this.resent += 1;
    this.batch.push(row.bytes, LINE_FEED);
    this.batchSize += row.bytes.length + 1;
    if (this.batchSize >= BATCH_BYTES) this.flush();
    else this.flushSoon();
    return true;
  }

  /** Writes the rows that arrive shortly after each other together: the service applies together what comes so. */
  private flushSoon(): void {
    if (this.flushing) return;
    this.flushing = true;
    setTimeout(() => {
      this.flushing = false;
      this.flush();
    }, TOGETHER_MS);
  }

  private flush(): void {
    if (this.batch.length === 0 || this.gone) return;
    const bytes = Buffer.concat(this.batch);
    this.batch = [];
    this.batchSize = 0;
    this.written += bytes.length;
    if (!this.request.write(bytes)) this.full = true;
  }
}
