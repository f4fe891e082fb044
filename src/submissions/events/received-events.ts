import { Injectable } from '@nestjs/common';

import type { Scope } from '../../tenancy/scope.js';
import { isSandboxId } from '../../tenancy/credentials/secrets.js';
import { NOT_APPLIED, type NotApplied } from './dto/review-event.dto.js';

export type EventResult = 'applied' | 'refused' | NotApplied;

/** How many events of universities this process received by HTTP, by what became of them. */
@Injectable()
export class ReceivedEvents {
  private readonly counts = new Map<EventResult, number>(
    (['applied', ...NOT_APPLIED, 'refused'] as const).map((result) => [result, 0]),
  );

  get byResult(): ReadonlyMap<EventResult, number> {
    return this.counts;
  }

  count({ tenantId }: Pick<Scope, 'tenantId'>, result: EventResult): void {
    if (!isSandboxId(tenantId)) this.counts.set(result, (this.counts.get(result) ?? 0) + 1);
  }
}
