import { Refusal } from './refusal.js';

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

/** A batch of events is longer than the service takes at once. */
export class TooManyEvents extends Refusal {
  readonly code = 'PAYLOAD_TOO_LARGE';

  constructor(most: number) {
    super(`A batch has at most ${most} events; send them in several batches.`);
  }
}
