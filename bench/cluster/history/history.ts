/** What a caller knows when its call has ended. `unknown`: it may have been done, or be done later. */
export type Outcome = 'ok' | 'failed' | 'unknown';

/** A call of one of several callers. Times are milliseconds of one monotonic clock. */
export interface Operation<Action> {
  readonly action: Action;
  readonly invokedAt: number;
  readonly endedAt: number;
  readonly outcome: Outcome;
}

/** What a history must not show. */
export interface Anomaly {
  readonly kind:
    | 'missing'
    | 'doubled'
    | 'stale'
    | 'not linearizable'
    | 'two holders'
    | 'lost update'
    | 'incompatible order'
    | 'aborted read'
    | 'G0'
    | 'G1c'
    | 'G-single'
    | 'G2';
  readonly text: string;
}

/** Collects the calls of all callers. */
export class History<Action> {
  readonly operations: Operation<Action>[] = [];

  /** Makes a call. @param call returns what was done, and how it ended; the action may name what was answered */
  async record(
    call: () => Promise<{ readonly action: Action; readonly outcome: Outcome }>,
  ): Promise<Operation<Action>> {
    const invokedAt = performance.now();
    const { action, outcome } = await call();
    const operation = { action, outcome, invokedAt, endedAt: performance.now() };
    this.operations.push(operation);
    return operation;
  }
}

/** How many anomalies there are of each kind. */
export function countsOf(anomalies: readonly Anomaly[]): Map<Anomaly['kind'], number> {
  const counts = new Map<Anomaly['kind'], number>();
  for (const { kind } of anomalies) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}
