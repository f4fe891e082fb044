import { type ErrorCode, Refusal } from './refusal.js';

/** Sandboxes are for tests, so a service in production has none unless its operator says so. */
export class SandboxesOff extends Refusal {
  readonly code = 'NOT_FOUND';

  constructor() {
    super('Sandboxes are switched off here; the operator switches them on with SANDBOXES=true.');
  }
}

/** Thrown alike for a sandbox that does not exist, and for one that another credential has made. */
export class SandboxNotFound extends Refusal {
  readonly code = 'NOT_FOUND';

  constructor() {
    super('This credential has no such sandbox; it was deleted, or its time is over.');
  }
}

export class TooManySandboxes extends Refusal {
  readonly code = 'RATE_LIMITED';
  /** Longer than a client waits by itself: waiting helps only when the time of some is over. */
  override readonly headers = { 'Retry-After': '300' };

  /** @param oldest the ones that were made first */
  constructor(most: number, oldest: readonly string[]) {
    super(
      `This credential has ${most} sandboxes, the most that it may have; delete some with ` +
        `DELETE /api/v1/sandbox/tenants/:id, the oldest are ${oldest.join(', ')}.`,
    );
  }
}

/** Another call is resetting the sandbox, or moving its clock. */
export class SandboxBusy extends Refusal {
  readonly code = 'SERVICE_UNAVAILABLE';
  override readonly headers = { 'Retry-After': '1' };

  constructor() {
    super('Another call is changing this sandbox; try again in a moment.');
  }
}

/** What a fault answers, by its status. */
export const SIMULATED: Readonly<Record<number, ErrorCode>> = {
  409: 'LEASE_LOST',
  429: 'RATE_LIMITED',
  500: 'INTERNAL_ERROR',
  503: 'SERVICE_UNAVAILABLE',
};

/** A refusal that a tester has asked for. */
export class SimulatedFault extends Refusal {
  readonly code: ErrorCode;
  override readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, route: string) {
    super(`A fault of this sandbox answered for ${route}; no handler was asked.`);
    this.code = SIMULATED[status] ?? 'INTERNAL_ERROR';
    this.headers = status === 429 || status === 503 ? { 'Retry-After': '1' } : {};
  }
}
