import type { IncomingMessage } from 'node:http';

import { PeriodicTask } from '../../concurrency/periodic-task.js';
import { explain } from '../../database/transaction/database-errors.js';
import { LineLogger } from '../../log-lines/line-logger.js';

/** How long a client may pause, in sending or in reading. A computer that sleeps for longer must call again. */
export const CLIENT_TIMEOUT_MS = 30_000;
export const CHECK_MS = 5000;
/** How much of a body must arrive in that time. */
const LEAST_BYTES = 1024;

/** How far a request has got, and since when. */
interface Position {
  read: number;
  written: number;
  since: number;
}

/**
 * Finds clients that send their bodies too slowly, a byte a second for instance. An upload may take hours: it is too
 * slow when the service waits for it, less than 1 KiB arrives within 30 seconds, and none of its lines is answered
 * meanwhile.
 */
export class SlowSenders {
  private readonly logger = new LineLogger(SlowSenders.name);
  private readonly arriving = new Map<IncomingMessage, Position>();
  private readonly checking: PeriodicTask;

  /** @param onSlow called with each request that is too slow */
  constructor(private readonly onSlow: (request: IncomingMessage) => void) {
    this.checking = new PeriodicTask(
      () => {
        this.check(performance.now());
      },
      (error) => {
        this.logger.error({ msg: 'the check for slow senders failed', ...explain(error) });
      },
    );
    this.checking.start(CHECK_MS);
  }

  end(): void {
    void this.checking.stop();
  }

  /** Watches a request until it is closed, also after its answer, as the rest of its body still uses the connection. */
  watch(request: IncomingMessage): void {
    if (request.headers['transfer-encoding'] === undefined && !request.headers['content-length']) return;
    this.arriving.set(request, positionOf(request, performance.now()));
    request.once('close', () => this.arriving.delete(request));
  }

  private check(now: number): void {
    for (const [request, before] of this.arriving) {
      const { read, written } = positionOf(request, now);
      // Bytes that the service has not read yet, or has not begun to read, are not the client's delay.
      const isAwaited = request.readableLength === 0 && request.readableFlowing !== null;
      if (request.complete) this.arriving.delete(request);
      else if (!isAwaited || read - before.read >= LEAST_BYTES || written !== before.written)
        this.arriving.set(request, { read, written, since: now });
      else if (now - before.since >= CLIENT_TIMEOUT_MS) {
        this.arriving.delete(request);
        this.onSlow(request);
      }
    }
  }
}

function positionOf({ socket }: IncomingMessage, since: number): Position {
  return { read: socket.bytesRead, written: socket.bytesWritten, since };
}
