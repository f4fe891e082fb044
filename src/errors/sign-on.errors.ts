import type { Sentence } from '../texts/sentence.js';
import { Refusal } from './refusal.js';

/** Thrown alike for an unknown tenant, a suspended one, and one without a provider. */
export class SignOnNotOffered extends Refusal {
  readonly code = 'NOT_FOUND';

  constructor() {
    super('Single sign-on is not set up for this tenant; log in with e-mail address and password.');
  }
}

export class IssuerNotAllowed extends Refusal {
  readonly code = 'VALIDATION_FAILED';

  constructor() {
    super(
      'The issuer must be an https:// address of at most 500 characters, without user, query or fragment.',
    );
  }
}

/** Nothing is being set up, or its secret was stored under another server key. */
export class NoSignOnDraft extends Refusal {
  readonly code = 'NOT_FOUND';

  constructor() {
    super('Single sign-on is not being set up; enter its settings first.');
  }
}

export class SignOnNotTested extends Refusal {
  readonly code = 'INVALID_TRANSITION';

  constructor() {
    super('Test the single sign-on first; it is switched on after a test that succeeded.');
  }
}

/** The sign-on was begun in another browser or too long ago, or its ticket is used. */
export class SignOnNotBegun extends Refusal {
  readonly code = 'INVALID_CREDENTIALS';

  constructor() {
    super('This single sign-on was not begun in this browser within the last 10 minutes; begin again.');
  }
}

export class SignOnRefused extends Refusal {
  readonly code = 'INVALID_CREDENTIALS';

  /** @param reason for the administrator who tests the provider; it is not answered */
  constructor(readonly reason?: Sentence) {
    super('The single sign-on of your university was not completed; begin again.');
  }
}

export class SignOnWithoutEmail extends Refusal {
  readonly code = 'INVALID_CREDENTIALS';

  constructor() {
    super(
      'The single sign-on of your university sends no verified e-mail address for you; ask its operator.',
    );
  }
}

export class SignOnWithoutAccount extends Refusal {
  readonly code = 'INVALID_CREDENTIALS';

  constructor() {
    super('Your e-mail address belongs to no active account here; ask an administrator.');
  }
}

export class SignOnAway extends Refusal {
  readonly code = 'SERVICE_UNAVAILABLE';
  override readonly headers = { 'Retry-After': '30' };

  constructor() {
    super('The single sign-on of your university cannot be reached; try again, or log in with a password.');
  }
}

/** The metadata of a provider of SAML is past its `validUntil`; it is read again an hour after the last time. */
export class SignOnExpired extends Refusal {
  readonly code = 'SERVICE_UNAVAILABLE';
  override readonly headers = { 'Retry-After': '3600' };

  constructor() {
    super("The metadata of your university's single sign-on has run out; ask an administrator to renew it.");
  }
}
