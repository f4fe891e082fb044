import { sentence } from '../texts/sentence.js';
import { type FieldProblem, problemIn, Refusal } from './refusal.js';

export class SubmissionNotFound extends Refusal {
  readonly code = 'SUBMISSION_NOT_FOUND';

  constructor() {
    super('No submission of this tenant has that ID.');
  }
}

/** The review workflow does not allow this transition, or the submission is already decided. */
export class InvalidTransition extends Refusal {
  readonly code = 'INVALID_TRANSITION';
}

export class DiscrepancyNotFound extends Refusal {
  readonly code = 'NOT_FOUND';

  constructor() {
    super('There is no discrepancy with that ID.');
  }
}

export class GroupNotFound extends Refusal {
  readonly code = 'NOT_FOUND';

  constructor() {
    super('No discrepancy of that group is open.');
  }
}

export class RuleNotFound extends Refusal {
  readonly code = 'NOT_FOUND';

  constructor() {
    super('There is no rule with that ID, or it was removed.');
  }
}

export class RecordChangedSince extends Refusal {
  readonly code = 'INVALID_TRANSITION';

  constructor() {
    super('The record of this student has changed since the preview; look at it again, and decide then.');
  }
}

export class RuleExists extends Refusal {
  readonly code = 'INVALID_TRANSITION';

  constructor(field: string) {
    super(
      sentence('There is a rule about {field} of the same form, with the same values; remove it first.', {
        field,
      }),
    );
  }
}

export class TooManyRules extends Refusal {
  readonly code = 'INVALID_TRANSITION';

  constructor(most: number) {
    super(
      sentence('There are {most} rules, and no more are possible; remove one first.', { most: String(most) }),
    );
  }
}

/** The record no longer has the value that an accepted discrepancy gave it. */
export class DecisionOverwritten extends Refusal {
  readonly code = 'CONFLICT_CHANGED';
  override readonly details: readonly FieldProblem[];

  /** @param fields what changed of the person, as `950000001.degree` */
  constructor(fields: readonly string[]) {
    super(
      sentence('Changed since the decision: {fields}; the former value is not put back over a newer one.', {
        fields: fields.join(', '),
      }),
    );
    this.details = fields.map((field) => problemIn(field, 'changed', sentence('has changed')));
  }
}

/** The field was compared again since, and is decided or open with other values. */
export class DecisionSuperseded extends Refusal {
  readonly code = 'INVALID_TRANSITION';

  constructor() {
    super('The field was found to differ again since this decision; undo or decide the later difference.');
  }
}

/** An erasure has taken out the former value, which was that of an erased person. */
export class FormerValueUnknown extends Refusal {
  readonly code = 'INVALID_TRANSITION';

  constructor() {
    super('The former value was erased since this was accepted; change the record in its source.');
  }
}

/** A batch of events is longer than the service takes at once. */
export class TooManyEvents extends Refusal {
  readonly code = 'PAYLOAD_TOO_LARGE';

  constructor(most: number) {
    super(`A batch has at most ${most} events; send them in several batches.`);
  }
}
