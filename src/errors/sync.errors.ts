import { sentence } from '../texts/sentence.js';
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

/** A target system that the tenant does not know. */
export class UnknownTargetSystem extends Refusal {
  readonly code = 'NOT_FOUND';

  constructor() {
    super('There is no target system of that name; names are spelt exactly, as in the settings.');
  }
}

/** A replay that leaves out submissions whose discrepancies no administrator has decided. */
export class UndecidedSubmission extends Refusal {
  readonly code = 'INVALID_TRANSITION';

  constructor() {
    super('The submission has discrepancies that no administrator has decided, so it was left out.');
  }
}

/** A decision about a form that a connector is carrying to another system. */
export class DecisionUnderDelivery extends Refusal {
  readonly code = 'INVALID_TRANSITION';

  constructor(targetSystem: string | null) {
    super(
      sentence(
        'The submission is on its way to {target} with this decision; undo it when it has arrived or failed.',
        { target: targetSystem ?? sentence('another system') },
      ),
    );
  }
}
