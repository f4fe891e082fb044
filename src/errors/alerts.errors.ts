import { sentence } from '../texts/sentence.js';
import { Refusal } from './refusal.js';

/** Thrown alike for a token that does not exist, one that was replaced, and none at all. */
export class AlertTokenRefused extends Refusal {
  readonly code = 'INVALID_CREDENTIALS';

  constructor() {
    super(
      'Send the token for monitoring, which an administrator makes under Alerts, as Authorization: Bearer … or ' +
        '?token=….',
    );
  }
}

export class AlertNotFound extends Refusal {
  readonly code = 'NOT_FOUND';

  constructor() {
    super('There is no alert with that ID; ended ones are forgotten after 400 days.');
  }
}

/** An alert that has ended needs no one, and is not snoozed. */
export class AlertEnded extends Refusal {
  readonly code = 'INVALID_TRANSITION';

  constructor() {
    super('The alert has ended meanwhile, so there is nothing to snooze.');
  }
}

export class WebhookNotFound extends Refusal {
  readonly code = 'NOT_FOUND';

  constructor() {
    super('There is no webhook with that ID.');
  }
}

export class TooManyWebhooks extends Refusal {
  readonly code = 'INVALID_TRANSITION';

  constructor(most: number) {
    super(
      sentence('A tenant has at most {most} webhooks; remove one that is no longer used.', {
        most: String(most),
      }),
    );
  }
}

/** A test of the recipients, where no message can be sent. */
export class NoMailServer extends Refusal {
  readonly code = 'INVALID_TRANSITION';

  constructor() {
    super('The operator of the service has set no mail server, so no message can be sent.');
  }
}

/** The people of a sandbox are made up, and so may the addresses of its settings be. */
export class NoMailFromSandbox extends Refusal {
  readonly code = 'INVALID_TRANSITION';

  constructor() {
    super('A sandbox sends no messages; send the test as the university itself.');
  }
}
