import type { Sandboxes } from '../calls/sandboxes.js';
import type { MoveClock } from '../openapi/types.gen.js';

/** How far time is to move. */
export interface Advance {
  readonly days?: number;
  readonly hours?: number;
  readonly minutes?: number;
  readonly seconds?: number;
}

/** The time of one sandbox. It goes forward only. */
export class SandboxClock {
  constructor(
    private readonly sandboxes: Sandboxes,
    private readonly tenantId: string,
  ) {}

  async now(): Promise<Date> {
    return new Date((await this.sandboxes.get(this.tenantId)).data.now);
  }

  /** Moves to a moment. What falls due on the way has happened when this resolves. */
  set(now: Date | string): Promise<Date> {
    return this.move({ now: typeof now === 'string' ? now : now.toISOString() });
  }

  /** Moves on. What falls due on the way has happened when this resolves. */
  advance({ days = 0, hours = 0, minutes = 0, seconds = 0 }: Advance): Promise<Date> {
    return this.move({ advanceSeconds: ((days * 24 + hours) * 60 + minutes) * 60 + seconds });
  }

  /** Time stands still from now on. */
  freeze(): Promise<Date> {
    return this.move({ frozen: true });
  }

  /** Time runs on from now on. */
  resume(): Promise<Date> {
    return this.move({ frozen: false });
  }

  private async move(move: MoveClock): Promise<Date> {
    return new Date((await this.sandboxes.moveClock(this.tenantId, move)).data.now);
  }
}
