import { sentence } from '../texts/sentence.js';
import { type FieldProblem, missing, problemIn, Refusal } from './refusal.js';

/** Which second factors an account has. */
interface Kinds {
  readonly hasApp: boolean;
  readonly passkeys: readonly unknown[];
}

/** The password is right, and the account needs a second factor too; `details` names the fields that may give it. */
export class SecondFactorRequired extends Refusal {
  readonly code = 'SECOND_FACTOR_REQUIRED';
  override readonly details: readonly FieldProblem[];

  constructor({ hasApp, passkeys }: Kinds) {
    super(
      hasApp
        ? 'Give the code of your authenticator app, a recovery code, or the answer of a passkey.'
        : 'Give the answer of a passkey.',
    );
    this.details = [
      ...(hasApp ? [missing('code')] : []),
      ...(passkeys.length > 0 ? [missing('passkey')] : []),
    ];
  }
}

const NOT_RIGHT = sentence('The code is not right, or it was used already; wait for the next one.');

/** At a login; counted like a wrong password. */
export class LoginCodeRefused extends Refusal {
  readonly code = 'INVALID_CREDENTIALS';

  constructor() {
    super(NOT_RIGHT);
  }
}

/** Within a session. */
export class WrongCode extends Refusal {
  readonly code = 'VALIDATION_FAILED';
  override readonly details = [{ field: 'code', code: 'isCode', message: NOT_RIGHT.text }];

  constructor() {
    super(NOT_RIGHT);
  }
}

/** Within a session, of an account with a second factor. */
export class SecondFactorMissing extends Refusal {
  readonly code = 'VALIDATION_FAILED';
  override readonly details = [missing('code')];

  constructor() {
    super('Give a code of your authenticator app, or confirm with a passkey.');
  }
}

const NOT_ACCEPTED = sentence('The passkey was not accepted; try again.');

/** At a login; counted like a wrong password. */
export class LoginPasskeyRefused extends Refusal {
  readonly code = 'INVALID_CREDENTIALS';

  constructor() {
    super(NOT_ACCEPTED);
  }
}

/** Within a session. */
export class WrongPasskey extends Refusal {
  readonly code = 'VALIDATION_FAILED';
  override readonly details = [{ field: 'passkey', code: 'isPasskey', message: NOT_ACCEPTED.text }];

  constructor() {
    super(NOT_ACCEPTED);
  }
}

/** The authenticator's answer is not right, comes too late, or is about a passkey that the account has already. */
export class PasskeyNotAdded extends Refusal {
  readonly code = 'VALIDATION_FAILED';
  override readonly details = [problemIn('credential', 'isPasskey', sentence('is not a new passkey'))];

  constructor() {
    super('The passkey was not added; try again.');
  }
}

export class NoPasskey extends Refusal {
  readonly code = 'INVALID_TRANSITION';

  constructor() {
    super('This account has no passkey.');
  }
}

export class TooManyPasskeys extends Refusal {
  readonly code = 'INVALID_TRANSITION';

  constructor(most: number) {
    super(
      sentence('An account has at most {most} passkeys; remove one that you no longer use.', {
        most: String(most),
      }),
    );
  }
}

/** Thrown alike for a passkey that does not exist and for one of another user. */
export class PasskeyNotFound extends Refusal {
  readonly code = 'NOT_FOUND';

  constructor() {
    super('You have no such passkey; it may have been removed.');
  }
}

export class WrongPassword extends Refusal {
  readonly code = 'VALIDATION_FAILED';
  override readonly details = [problemIn('currentPassword', 'isCurrent', sentence('is not your password'))];

  constructor() {
    super('The current password is not right.');
  }
}

/** The account logs in by single sign-on only. */
export class NoPassword extends Refusal {
  readonly code = 'INVALID_TRANSITION';

  constructor() {
    super('This account has no password: it logs in by single sign-on.');
  }
}

export class SecondFactorIsOn extends Refusal {
  readonly code = 'INVALID_TRANSITION';

  constructor() {
    super('This account has an authenticator app; remove it before you add another one.');
  }
}

export class NoSecondFactor extends Refusal {
  readonly code = 'INVALID_TRANSITION';

  constructor() {
    super('This account has no authenticator app.');
  }
}

/** The university demands a second factor, and the session may do nothing but add one. */
export class SecondFactorNotSetUp extends Refusal {
  readonly code = 'SECOND_FACTOR_NOT_SET_UP';

  constructor() {
    super('Your university demands a second factor: add an authenticator app or a passkey first.');
  }
}

/** The university demands a second factor, so the last one of an account stays. */
export class LastSecondFactor extends Refusal {
  readonly code = 'INVALID_TRANSITION';

  constructor() {
    super(
      'Your university demands a second factor, and this is your last one: add another one first, or ask another ' +
        'administrator to remove it.',
    );
  }
}

/** Who demands a second factor of others has one. */
export class OwnSecondFactorMissing extends Refusal {
  readonly code = 'VALIDATION_FAILED';
  override readonly details = [
    problemIn('demandSecondFactor', 'hasSecondFactor', sentence('needs a second factor of your own first')),
  ];

  constructor() {
    super(
      'Add an authenticator app or a passkey to your own account before you demand one of all administrators.',
    );
  }
}

/** Thrown alike for a session that does not exist and for one of another user. */
export class SessionNotFound extends Refusal {
  readonly code = 'NOT_FOUND';

  constructor() {
    super('You have no such session; it may have ended.');
  }
}

/** No user of this tenant with a role of the administration has this ID. */
export class AdministratorNotFound extends Refusal {
  readonly code = 'NOT_FOUND';

  constructor() {
    super('This tenant has no such administrator.');
  }
}

/** Otherwise a university might be left without one. */
export class OwnRole extends Refusal {
  readonly code = 'INVALID_TRANSITION';

  constructor() {
    super('You cannot change your own role; ask another administrator.');
  }
}

/** There is no invitation of this person that could still be used. */
export class NoOpenInvitation extends Refusal {
  readonly code = 'NOT_FOUND';

  constructor() {
    super('This person has no open invitation.');
  }
}
