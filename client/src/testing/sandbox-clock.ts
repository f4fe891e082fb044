import type { Sandboxes } from '../calls/sandboxes.js';
import type { MoveClock, Sandbox } from '../openapi/types.gen.js';
import { sleep } from '../waiting.js';

/** How far time is to move. */
export interface Advance {
  readonly days?: number;
  readonly hours?: number;
  readonly minutes?: number;
  readonly seconds?: number;
}

/** How far a long move has come. */
export interface ClockProgress {
  readonly now: Date;
  readonly to: Date;
}

export interface MoveOptions {
  /** Called once a second while a move takes long; default: a line on standard error. */
  readonly onProgress?: (progress: ClockProgress) => void;
  /** Ends the wait, not the move. */
  readonly signal?: AbortSignal;
}

/** The service answers then, and moves on. */
const WAIT_SECONDS = 5;
const LOOK_MS = 1000;

/**
 * The time of one sandbox. It goes forward only. What falls due on the way has happened when a method resolves, however
 * long that takes: no time-out of the client ends it.
 */
export class SandboxClock {
  constructor(
    private readonly sandboxes: Sandboxes,
    private readonly tenantId: string,
  ) {}

  async now(): Promise<Date> {
    return new Date((await this.sandboxes.get(this.tenantId)).data.now);
  }

  /** Moves to a moment. */
  set(now: Date | string, options?: MoveOptions): Promise<Date> {
    return this.move({ now: typeof now === 'string' ? now : now.toISOString() }, options);
  }

  /** Moves on. */
  advance({ days = 0, hours = 0, minutes = 0, seconds = 0 }: Advance, options?: MoveOptions): Promise<Date> {
    return this.move({ advanceSeconds: ((days * 24 + hours) * 60 + minutes) * 60 + seconds }, options);
  }

  /** Time stands still from now on. */
  freeze(): Promise<Date> {
    return this.move({ frozen: true });
  }

  /** Time runs on from now on. */
  resume(): Promise<Date> {
    return this.move({ frozen: false });
  }

  /** @throws {Error} when the clock has stopped on the way */
  private async move(move: MoveClock, { onProgress = show, signal }: MoveOptions = {}): Promise<Date> {
    const options = signal === undefined ? {} : { signal };
    const sent = { ...move, waitSeconds: WAIT_SECONDS };
    let { data: state }: { data: Sandbox } = await this.sandboxes.moveClock(this.tenantId, sent, options);
    const target = state.movingTo;
    while (state.movingTo !== null) {
      onProgress({ now: new Date(state.now), to: new Date(state.movingTo) });
      await sleep(LOOK_MS, signal);
      state = (await this.sandboxes.get(this.tenantId, options)).data;
    }
    if (target !== null && state.now < target)
      throw new Error(
        `The clock has stopped at ${state.now} on its way to ${target}: the sandbox was reset, or what was due ` +
          'there failed, as the log of the service says.',
      );
    return new Date(state.now);
  }
}

function show({ now, to }: ClockProgress): void {
  process.stderr.write(
    `The clock of the sandbox is at ${now.toISOString()}, on its way to ${to.toISOString()}.\n`,
  );
}
