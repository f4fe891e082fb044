import { Injectable } from '@nestjs/common';

import type { Scope } from '../../tenancy/scope.js';
import { isSandboxId } from '../../tenancy/credentials/secrets.js';

/** What became of approved values that sources have sent the former value of. */
export const AWAITED_RESULTS = ['kept', 'put_back'] as const;
export type AwaitedResult = (typeof AWAITED_RESULTS)[number];

/** Counts those of universities since the process started. */
@Injectable()
export class AwaitedTotals {
  private readonly totals = new Map<AwaitedResult, number>(AWAITED_RESULTS.map((result) => [result, 0]));

  get byResult(): ReadonlyMap<AwaitedResult, number> {
    return this.totals;
  }

  /** Call it after the commit: a step that is run again must not be counted twice. */
  count(
    { tenantId }: Pick<Scope, 'tenantId'>,
    rows: readonly { readonly counts?: { readonly awaitingSource?: number; readonly putBack?: number } }[],
  ): void {
    if (isSandboxId(tenantId)) return;
    for (const { counts } of rows) {
      this.add('kept', counts?.awaitingSource ?? 0);
      this.add('put_back', counts?.putBack ?? 0);
    }
  }

  private add(result: AwaitedResult, count: number): void {
    this.totals.set(result, (this.totals.get(result) ?? 0) + count);
  }
}
