import { sentence } from '../texts/sentence.js';
import { Refusal } from './refusal.js';

/** No session, or one that has ended. */
export class NotLoggedIn extends Refusal {
  readonly code = 'MISSING_CREDENTIALS';

  constructor() {
    super('Log in first; sessions end after an hour without use and after 12 hours.');
  }
}

/** Thrown alike for an unknown address, a wrong password and an inactive account. */
export class LoginRefused extends Refusal {
  readonly code = 'INVALID_CREDENTIALS';

  constructor() {
    super('The e-mail address or the password is not right, or the account is not active.');
  }
}

export class NotAnAdministrator extends Refusal {
  readonly code = 'INSUFFICIENT_SCOPE';

  constructor(role: string) {
    super(
      sentence('The administration area needs the role application_admin; your role is {role}.', { role }),
    );
  }
}

/** The role opens other parts of the administration. */
export class RoleNotSufficient extends Refusal {
  readonly code = 'INSUFFICIENT_SCOPE';

  constructor(needed: readonly string[], role: string) {
    super(
      sentence('This needs the role {needed}; yours is {role}. Ask an administrator.', {
        needed: needed.join(' or '),
        role,
      }),
    );
  }
}

export class CsrfTokenMissing extends Refusal {
  readonly code = 'INSUFFICIENT_SCOPE';

  constructor() {
    super('The header X-CSRF-Token is missing or belongs to another session; reload the page.');
  }
}

/** The invitation is unknown, used, replaced by a newer one, or older than 72 hours. */
export class InvitationNotFound extends Refusal {
  readonly code = 'NOT_FOUND';

  constructor() {
    super('This invitation is no longer valid; ask an administrator for a new one.');
  }
}

export class InviteeUnknown extends Refusal {
  readonly code = 'USER_NOT_FOUND';

  constructor() {
    super('No user of this tenant has that e-mail address; give a first and a last name to create one.');
  }
}

export class InviteeInactive extends Refusal {
  readonly code = 'INVALID_TRANSITION';

  constructor() {
    super('This account is inactive; restore it first, then invite again.');
  }
}
