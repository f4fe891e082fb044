import type { IncomingMessage } from 'node:http';

import { Logger } from '@nestjs/common';

import { PeriodicTask } from '../../concurrency/periodic-task.js';
import { explain } from '../../database/transaction/database-errors.js';

/** How long a client may let us wait, with its bytes or with taking ours. A machine that sleeps for longer must call again. */
export const PATIENCE_MS = 30_000;
export const LOOK_MS = 5000;
/** What must arrive of a body while we wait for it that long. */
const LEAST_BYTES = 1024;

interface Progress {
  read: number;
  written: number;
  since: number;
}

/**
 * Finds clients whose bodies do not get on, a byte a second for instance. An upload may take hours: it is too slow when we wait
 * for it, less than a kibibyte comes within half a minute, and none of its lines could be answered meanwhile.
 */
export class SlowSenders {
  private readonly logger = new Logger(SlowSenders.name);
  private readonly arriving = new Map<IncomingMessage, Progress>();
  private readonly looking: PeriodicTask;

  /** @param onSlow told of a request that is given up */
  constructor(private readonly onSlow: (request: IncomingMessage) => void) {
    this.looking = new PeriodicTask(
      () => {
        this.look(performance.now());
      },
      (error) => {
        this.logger.error({ msg: 'slow senders were not looked for', ...explain(error) });
      },
    );
    this.looking.start(LOOK_MS);
  }

  end(): void {
    void this.looking.stop();
  }

  /** Also when it has been answered already: the rest of its body still holds the connection. */
  watch(request: IncomingMessage): void {
    if (request.headers['transfer-encoding'] === undefined && !request.headers['content-length']) return;
    this.arriving.set(request, progressOf(request, performance.now()));
    request.once('close', () => this.arriving.delete(request));
  }

  private look(now: number): void {
    for (const [request, before] of this.arriving) {
      const { read, written } = progressOf(request, now);
      // What is there and not taken, or not asked for yet, is our delay.
      const isAwaited = request.readableLength === 0 && request.readableFlowing !== null;
      if (request.complete) this.arriving.delete(request);
      else if (!isAwaited || read - before.read >= LEAST_BYTES || written !== before.written)
        this.arriving.set(request, { read, written, since: now });
      else if (now - before.since >= PATIENCE_MS) {
        this.arriving.delete(request);
        this.onSlow(request);
      }
    }
  }
}

function progressOf({ socket }: IncomingMessage, since: number): Progress {
  return { read: socket.bytesRead, written: socket.bytesWritten, since };
}
