import { Injectable } from '@nestjs/common';

import { NOT_APPLIED, type NotApplied } from './dto/review-event.dto.js';

export type EventResult = 'applied' | 'refused' | NotApplied;

/** How many events this process received by HTTP, by what became of them. */
@Injectable()
export class ReceivedEvents {
  private readonly counts = new Map<EventResult, number>(
    (['applied', ...NOT_APPLIED, 'refused'] as const).map((result) => [result, 0]),
  );

  get byResult(): ReadonlyMap<EventResult, number> {
    return this.counts;
  }

  count(result: EventResult): void {
    this.counts.set(result, (this.counts.get(result) ?? 0) + 1);
  }
}
