import { Injectable } from '@nestjs/common';

/** Does nothing in production; tests end a process at one of the points where a crash must lose nothing. */
@Injectable()
export class FaultPoints {
  /** Set by tests only. */
  onReach: ((point: string) => void) | undefined;

  reach(point: string): void {
    this.onReach?.(point);
  }
}
