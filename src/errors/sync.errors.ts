import { Refusal } from './refusal.js';

/** The lease ran out, was withdrawn, or belongs to another claim now. */
export class LeaseLost extends Refusal {
  readonly code = 'LEASE_LOST';

  constructor() {
    super('The lease of this claim has ended; drop the item, and claim again.');
  }
}

export class ClaimNotFound extends Refusal {
  readonly code = 'NOT_FOUND';

  constructor() {
    super('There is no claim with that ID; claims are forgotten 7 days after they ended.');
  }
}

/** The same Idempotency-Key came with another body. */
export class IdempotencyConflict extends Refusal {
  readonly code = 'IDEMPOTENCY_CONFLICT';

  constructor() {
    super('This Idempotency-Key was used with another body; send a new key with each new claim.');
  }
}
