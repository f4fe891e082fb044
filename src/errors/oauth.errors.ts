import { Refusal } from './refusal.js';

/** Only client credentials give tokens here (RFC 6749, 4.4). */
export class UnsupportedGrant extends Refusal {
  readonly code = 'VALIDATION_FAILED';

  constructor() {
    super('The grant_type must be client_credentials.');
  }
}

export class MissingGrant extends Refusal {
  readonly code = 'VALIDATION_FAILED';

  constructor() {
    super('A grant_type is required, and must be client_credentials.');
  }
}

export class MissingClient extends Refusal {
  readonly code = 'MISSING_CREDENTIALS';

  constructor() {
    super('Send the API key and its secret by HTTP Basic, or as client_id and client_secret in the body.');
  }
}
