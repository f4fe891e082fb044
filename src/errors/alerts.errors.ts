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
